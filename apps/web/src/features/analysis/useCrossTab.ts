import type { AnalysisView } from '@atrium/contract/wire/analysis';
import { useQuery } from '@tanstack/react-query';
import { lastingFailure } from '../../api/definition/definition.ts';
import {
  type AnalysisOf,
  analysisOptions,
  type CountedCrossTab,
  crossTabOptions,
  populationKey,
} from './analysisQueries.ts';

export interface CrossTabState {
  readonly view: AnalysisView | undefined;
  readonly counted: CountedCrossTab | undefined;
  /** Whether the figures are still those of an older definition over the same cohort. */
  readonly isStale: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

const noAnalysis: AnalysisView = {
  definition: { rows: [], cols: [] },
  extended: { rows: [], cols: [] },
  warnings: [],
  errors: [],
  snapshotId: null,
  previousSnapshotId: null,
  nextSnapshotId: null,
};

/** The active analysis and its figures; figures of another cohort are never shown. */
export function useCrossTab({ dataset, population }: AnalysisOf): CrossTabState {
  const view = useQuery(analysisOptions(dataset));
  const run = useQuery({
    ...crossTabOptions({ dataset, population, view: view.data ?? noAnalysis }),
    enabled: view.data !== undefined && isChosen(view.data),
    placeholderData: (previous, query) =>
      query?.queryKey.at(-1) === populationKey(population) ? previous : undefined,
  });
  return {
    view: view.data,
    counted: view.data === undefined || isChosen(view.data) ? run.data : undefined,
    // Without concepts no request is sent: placeholder data would stay stale.
    isStale: view.data !== undefined && isChosen(view.data) && run.isPlaceholderData,
    error: lastingFailure(view) ?? lastingFailure(run),
    retry: () => void (view.isError ? view.refetch() : run.refetch()),
  };
}

export const isChosen = ({ definition }: AnalysisView): boolean =>
  definition.rows.length + definition.cols.length > 0;
