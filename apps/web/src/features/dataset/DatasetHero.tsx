import type { DatasetDetail } from '@atrium/contract';
import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDay } from '../../lib/formatDay.ts';
import { Arches } from '../../ui/Arches.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import classes from './DatasetHero.module.css';
import { words } from './words.ts';

export interface DatasetHeroProps {
  readonly dataset: DatasetDetail;
  readonly actions?: ReactNode;
}

/** The name and description of the dataset, its size and last import, and this member's access. */
export function DatasetHero({ dataset, actions }: DatasetHeroProps) {
  const facts = [
    [words.subjects, dataset.subjectCount],
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
