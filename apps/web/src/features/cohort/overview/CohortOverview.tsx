import { Button, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { cohortOptions } from '../cohortQueries.ts';
import { overviewWords } from '../cohortWords.ts';
import type { BrowseCharts } from './ChartChooser.tsx';
import classes from './CohortOverview.module.css';
import { useChosenCharts } from './chosenCharts.ts';
import { OverviewChart } from './OverviewChart.tsx';

interface CohortOverviewProps {
  readonly dataset: string;
  /** The concepts that the dataset's package names. */
  readonly concepts: readonly string[];
  /** Renders the concepts of which people choose charts of their own. */
  readonly browse: BrowseCharts;
}

const Chooser = lazy(async () => ({ default: (await import('./ChartChooser.tsx')).ChartChooser }));

/** A few charts of the active cohort against everybody: those that the person chose, or those of the dataset. */
export function CohortOverview({ dataset, concepts, browse }: CohortOverviewProps) {
  const [chosen, choose] = useChosenCharts(dataset);
  const [choosing, setChoosing] = useState<'never' | 'now' | 'done'>('never');
  const charts = chosen ?? concepts;
  const { data: view } = useQuery({ ...cohortOptions(dataset), meta: { part: 'your cohort' } });
  const isEverybody = view === undefined || view.definition.length === 0;
  const cohort = isEverybody ? null : ({ kind: 'cohort', snapshotId: view.snapshotId } as const);
  return (
    <section className={classes.overview} aria-label={overviewWords.title}>
      <div className={classes.heading}>
        <Title order={2} size="h4">
          {overviewWords.title}
        </Title>
        <Text size="xs" c="dimmed" className={classes.hint ?? ''}>
          {charts.length === 0 ? overviewWords.none : overviewWords.hint}
        </Text>
        <ul className={classes.legend} aria-hidden>
          <li data-hidden={isEverybody}>{overviewWords.cohort}</li>
          <li data-whole={!isEverybody}>{overviewWords.everybody}</li>
        </ul>
        <Button size="compact-xs" variant="default" onClick={() => setChoosing('now')}>
          {overviewWords.choose}
        </Button>
      </div>
      <Suspense fallback={null}>
        {choosing !== 'never' && (
          <Chooser
            dataset={dataset}
            charts={charts}
            isOpen={choosing === 'now'}
            browse={browse}
            onOpen={() => setChoosing('now')}
            onClose={() => setChoosing('done')}
            onChoose={choose}
          />
        )}
      </Suspense>
      <ul {...useScrollRegion(overviewWords.title, { role: null })} className={classes.cards}>
        {charts.map((conceptId) => (
          <OverviewChart key={conceptId} {...{ dataset, conceptId, cohort, view }} />
        ))}
      </ul>
    </section>
  );
}
