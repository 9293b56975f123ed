import {
  type AnalysisResult,
  type AnalysisView,
  analysisEndpoints,
  type CohortView,
  type CrossTab,
} from '@atrium/contract';
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { request } from '../../api/client.ts';

/**
 * Whose subjects are counted. Members who may see aggregates only have no cohort and count everyone; `onMoved` hears
 * that the cohort on the server is another one by now.
 */
export type Population =
  | {
      readonly kind: 'cohort';
      readonly cohort: Pick<CohortView, 'snapshotId' | 'definition'>;
      readonly onMoved: () => void;
    }
  | { readonly kind: 'everyone' };

/** A dataset and those of its subjects that are counted. */
export interface AnalysisOf {
  readonly dataset: string;
  readonly population: Population;
}

export const activeAnalysis = (dataset: string) => [dataset, 'analysis', 'active'] as const;

/** The active cross-tab definition of a dataset. */
export const analysisOptions = (dataset: string) =>
  queryOptions({
    queryKey: activeAnalysis(dataset),
    queryFn: ({ signal }) => request(analysisEndpoints.read, { params: { dataset }, signal }),
    staleTime: 30_000,
  });

/** One stored version of the analysis, which never changes; nothing is asked where there is none. */
export const snapshotOptions = (dataset: string, snapshotId: number | null) =>
  queryOptions({
    queryKey: [dataset, 'analysis', 'snapshot', snapshotId] as const,
    queryFn:
      snapshotId === null
        ? skipToken
        : ({ signal }) =>
            request(analysisEndpoints.snapshot, { params: { dataset, snapshotId }, query: {}, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Says that the analysis or the cohort on the server is no longer the one on the screen (another tab, say). */
export class AnalysisMoved extends Error {
  override readonly name = 'AnalysisMoved';
}

/** A cross-tab together with the names of the concepts that it is about. */
export interface CountedCrossTab {
  readonly axes: AnalysisView['extended'];
  /** Null where nothing is chosen, or nothing may be counted. */
  readonly crossTab: CrossTab | null;
  readonly warnings: readonly string[];
  /** Why nothing may be counted: an error in the analysis or in the cohort. */
  readonly errors: readonly string[];
  /** The small-number rule that acts on the figures; undefined where every figure is as it is. */
  readonly suppression: NonNullable<AnalysisResult['suppression']> | undefined;
}

/** The same where there are figures to show. */
export interface ShownCrossTab extends CountedCrossTab {
  readonly crossTab: CrossTab;
}

export const populationKey = (population: Population): number | string | null =>
  population.kind === 'cohort' ? population.cohort.snapshotId : 'everyone';

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

interface RunOf extends AnalysisOf {
  readonly view: AnalysisView;
}

/** One snapshot of the analysis over one snapshot of the cohort; an answer about another is refused, never shown. */
export const crossTabOptions = ({ dataset, population, view }: RunOf) =>
  queryOptions({
    queryKey: [dataset, 'analysis', view.snapshotId, 'run', populationKey(population)] as const,
    queryFn: async ({ signal, client }): Promise<CountedCrossTab> => {
      const reply = await request(analysisEndpoints.run, { params: { dataset }, query: {}, signal });
      if (!isSame(reply.definition, view.definition)) return moved(client, dataset);
      if (population.kind === 'cohort' && !isSame(reply.cohort, population.cohort.definition)) {
        population.onMoved();
        throw new AnalysisMoved('The cohort was changed elsewhere.');
      }
      const { dataset: crossTab, warnings, errors } = reply;
      const suppression = reply.suppression ?? undefined;
      return { axes: view.extended, crossTab, warnings, errors, suppression };
    },
    retry: (failures, error) => error instanceof AnalysisMoved && failures < 2,
    staleTime: 60_000,
  });

async function moved(client: QueryClient, dataset: string): Promise<never> {
  await client.invalidateQueries({ queryKey: activeAnalysis(dataset) });
  throw new AnalysisMoved('Rows and columns were changed elsewhere.');
}
