import type { ConceptStatistics } from '@atrium/contract';
import { Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { LoadFailed } from '../LoadFailed.tsx';
import { words } from '../words.ts';
import { ValuesSkeleton } from './EditorSkeleton.tsx';
import type { Draft } from './editorState.ts';
import classes from './StatisticsGate.module.css';
import { isWithoutData } from './statisticsShapes.ts';

interface StatisticsGateProps {
  readonly kind: Draft['kind'];
  readonly statistics: UseQueryResult<ConceptStatistics>;
  readonly isCohortOnly: boolean;
  readonly children: (statistics: ConceptStatistics) => ReactNode;
}

/** Stands before an editor until there are values to show, and says so when there are none. */
export function StatisticsGate({ kind, statistics, isCohortOnly, children }: StatisticsGateProps) {
  if (statistics.isError) {
    return <LoadFailed error={statistics.error} retry={() => void statistics.refetch()} />;
  }
  if (statistics.data === undefined) return <ValuesSkeleton kind={kind} />;
  if (isWithoutData(statistics.data) && !statistics.isPlaceholderData) {
    return (
      <div className={classes.nothing} role="status">
        <Inbox size={32} strokeWidth={1.5} aria-hidden />
        <Text maw="42ch">{isCohortOnly ? words.noneInCohort : words.noneAtAll}</Text>
      </div>
    );
  }
  return (
    <div className={classes.found} aria-busy={statistics.isPlaceholderData}>
      {children(statistics.data)}
    </div>
  );
}
