import type { DatasetDetail } from '@atrium/contract/wire/dataset';
import { Alert, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useNouns } from '../../api/collections.ts';
import { capital } from '../../api/nouns.ts';
import { formatDay } from '../../lib/formatDay.ts';
import { Arches } from '../../ui/Arches.tsx';
import { CalendarClock } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { accessEndOf } from './accessEnd.ts';
import classes from './DatasetHero.module.css';
import { words } from './datasetWords.ts';
import { StatedUse } from './StatedUse.tsx';

export interface DatasetHeroProps {
  readonly dataset: DatasetDetail;
  readonly actions?: ReactNode;
}

/** The name and description of the dataset, its size and last import, and this member's access. */
export function DatasetHero({ dataset, actions }: DatasetHeroProps) {
  const end = accessEndOf(dataset);
  const { subject } = useNouns(dataset.uniqueId);
  const facts = [
    [capital(subject.many), dataset.subjectCount],
    [words.lastImport, formatDay(dataset.lastImport)],
    [words.yourAccess, dataset.accessLevelLabel],
  ] as const;
  return (
    <section className={classes.hero}>
      <Arches />
      <PageHeader
        eyebrow={words.activeDataset}
        title={dataset.name}
        description={dataset.description ?? words.noDescription}
      />
      {end !== null && (
        <Alert icon={<CalendarClock size={18} aria-hidden />} title={words.endsSoon(formatDay(end.day))}>
          {words.renew}
        </Alert>
      )}
      <StatedUse dataset={dataset} />
      {actions !== undefined && <Group gap="sm">{actions}</Group>}
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
