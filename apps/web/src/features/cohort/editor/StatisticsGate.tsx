import type { ConceptStatistics } from '@atrium/contract';
import { Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { LoadFailed } from '../LoadFailed.tsx';
import { words } from '../words.ts';
import { ValuesSkeleton } from './EditorSkeleton.tsx';
import classes from './StatisticsGate.module.css';
import { isWithoutData } from './statisticsShapes.ts';

interface StatisticsGateProps {
  readonly statistics: UseQueryResult<ConceptStatistics>;
  readonly isCohortOnly: boolean;
  readonly children: (statistics: ConceptStatistics) => ReactNode;
}

/** Stands before an editor until there are values to show, and says so when there are none. */
export function StatisticsGate({ statistics, isCohortOnly, children }: StatisticsGateProps) {
  if (statistics.data === undefined) {
    return statistics.isError ? (
      <LoadFailed error={statistics.error} retry={() => void statistics.refetch()} />
    ) : (
      <ValuesSkeleton />
    );
  }
  if (isWithoutData(statistics.data)) {
    return (
      <div className={classes.nothing} role="status">
        <Inbox size={32} strokeWidth={1.5} aria-hidden />
        <Text maw="42ch">{isCohortOnly ? words.noneInCohort : words.noneAtAll}</Text>
      </div>
    );
  }
  return children(statistics.data);
}
