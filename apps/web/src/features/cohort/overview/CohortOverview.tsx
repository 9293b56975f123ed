import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { cohortOptions } from '../cohortQueries.ts';
import { overviewWords } from '../cohortWords.ts';
import classes from './CohortOverview.module.css';
import { OverviewChart } from './OverviewChart.tsx';

export interface CohortOverviewProps {
  readonly dataset: string;
  /** The concepts that the dataset's package names. */
  readonly concepts: readonly string[];
}

/** A few charts of the active cohort against everybody. */
export function CohortOverview({ dataset, concepts }: CohortOverviewProps) {
  const { data: view } = useQuery({ ...cohortOptions(dataset), meta: { part: 'your cohort' } });
  const isEverybody = view === undefined || view.definition.length === 0;
  const cohort = isEverybody ? null : ({ kind: 'cohort', snapshotId: view.snapshotId } as const);
  return (
    <section className={classes.overview} aria-label={overviewWords.title}>
      <div className={classes.heading}>
        <Title order={2} size="h4">
          {overviewWords.title}
        </Title>
        <ul className={classes.legend} aria-hidden>
          <li data-whole={!isEverybody}>{overviewWords.everybody}</li>
          <li data-hidden={isEverybody}>{overviewWords.cohort}</li>
        </ul>
      </div>
      <ul {...useScrollRegion(overviewWords.title, { role: null })} className={classes.cards}>
        {concepts.map((conceptId) => (
          <OverviewChart key={conceptId} dataset={dataset} conceptId={conceptId} cohort={cohort} />
        ))}
      </ul>
    </section>
  );
}
