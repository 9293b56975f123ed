import type { ConceptStatistics } from '@atrium/contract/wire/statistics';
import { Text } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Inbox } from '../../../../ui/icons.ts';
import { noneOf } from '../../cohortWords.ts';
import { LoadFailed } from '../../LoadFailed.tsx';
import { type Scope, type StatisticsRequest, statisticsOptions } from '../conceptQueries.ts';
import { type SkeletonLook, ValuesSkeleton } from '../EditorSkeleton.tsx';
import type { CohortPart } from './cohortPart.ts';
import classes from './values.module.css';

interface GateProps {
  readonly request: StatisticsRequest;
  readonly statistics: UseQueryResult<ConceptStatistics>;
  /** How the values look that are being loaded. */
  readonly look?: SkeletonLook;
  /** There is nothing to show for the population of the request. */
  readonly isEmpty?: (found: ConceptStatistics) => boolean;
}

interface StatisticsGateProps extends GateProps {
  readonly children: (found: ConceptStatistics) => ReactNode;
}

/** Stands before an editor until there are values to show, and says so when there are none. */
export function StatisticsGate({ request, statistics, look, isEmpty, children }: StatisticsGateProps) {
  if (statistics.isError) {
    return <LoadFailed error={statistics.error} retry={() => void statistics.refetch()} />;
  }
  if (statistics.data === undefined) return <ValuesSkeleton look={look} />;
  if (isEmpty?.(statistics.data) === true && !statistics.isPlaceholderData) {
    return (
      <div className={classes.noneAtAll} role="status">
        <Inbox size={32} strokeWidth={1.5} aria-hidden />
        <Text maw="42ch">{noneOf(request.scope)}</Text>
      </div>
    );
  }
  return (
    <div className={classes.found} aria-busy={statistics.isPlaceholderData}>
      {children(statistics.data)}
    </div>
  );
}

type Drawing = (found: ConceptStatistics, ofCohort: CohortPart) => ReactNode;

interface CountedValuesProps extends GateProps {
  /** The active cohort, where it is drawn over everybody's data. */
  readonly cohort: Scope | null;
  readonly children: Drawing;
}

/** The same for values that come in one answer: those of the active cohort are drawn over them. */
export const CountedValues = ({ cohort, children, ...gate }: CountedValuesProps) => (
  <StatisticsGate {...gate}>
    {(found) => (
      <WithCohort request={gate.request} cohort={cohort} found={found}>
        {children}
      </WithCohort>
    )}
  </StatisticsGate>
);

interface WithCohortProps extends Pick<CountedValuesProps, 'request' | 'cohort' | 'children'> {
  readonly found: ConceptStatistics;
}

function WithCohort({ request, cohort, found, children }: WithCohortProps) {
  return children(found, useCohortPart(request, cohort));
}

/** The same request for the active cohort; undefined where the cohort is not drawn, or the request failed. */
export function useCohortPart(request: StatisticsRequest, cohort: Scope | null): CohortPart {
  const { data, isError } = useQuery({
    ...statisticsOptions({ ...request, scope: cohort ?? request.scope, binsOfAll: true }),
    enabled: cohort !== null,
    meta: { part: 'the figures of your cohort' },
  });
  return cohort === null || isError ? undefined : (data ?? 'awaited');
}
