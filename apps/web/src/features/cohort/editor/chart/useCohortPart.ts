import type { ConceptStatistics } from '@atrium/contract';
import { useQuery } from '@tanstack/react-query';
import { type Scope, type StatisticsRequest, statisticsOptions } from '../conceptQueries.ts';

/** What was asked of everybody, asked of the active cohort; undefined where it is not to be drawn. */
export function useCohortPart(asked: StatisticsRequest, cohort: Scope | null): ConceptStatistics | undefined {
  const { data } = useQuery({
    ...statisticsOptions({ ...asked, scope: cohort ?? asked.scope, binsOfAll: true }),
    enabled: cohort !== null,
  });
  return cohort === null ? undefined : data;
}
