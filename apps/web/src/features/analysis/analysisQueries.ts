import { analysisEndpoints } from '@atrium/contract/endpoints/analysis';
import type {
  AnalysisEdited,
  AnalysisResult,
  AnalysisTransformation,
  AnalysisView,
  CrossTab,
} from '@atrium/contract/wire/analysis';
import type { CohortView } from '@atrium/contract/wire/cohortView';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import { callsOf } from '../../api/definition/calls.ts';
import {
  activeFamily,
  activeOptions,
  DefinitionMoved,
  refuseMoved,
  retryMoved,
} from '../../api/definition/definition.ts';
import type { EditableKind } from '../../api/definition/edits.ts';
import { describeAxesChange } from './describeAxesChange.ts';

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

export const analysisKind: EditableKind<AnalysisTransformation, AnalysisView, AnalysisEdited> = {
  name: 'analysis',
  ...callsOf(analysisEndpoints),
  describeChange: (before, after) => describeAxesChange(before.extended, after.extended),
};

/** The active cross-tab definition of a dataset. */
export const analysisOptions = (dataset: string) => activeOptions(analysisKind, { dataset });

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
  /** Undefined where there are no figures. */
  readonly receipt?: string | undefined;
}

/** The same where there are figures to show. */
export interface ShownCrossTab extends CountedCrossTab {
  readonly crossTab: CrossTab;
}

/** The example of a dataset for members who see aggregates only; `axes` are its concepts (rule 6.11). */
export const exampleOptions = (dataset: string, axes: AnalysisView['extended']) =>
  queryOptions({
    queryKey: [dataset, 'analysis', 'example'] as const,
    meta: { part: 'the example' },
    queryFn: async ({ signal }): Promise<CountedCrossTab> => {
      const reply = await request(analysisEndpoints.run, {
        params: { dataset },
        query: { example: true },
        signal,
      });
      return countedOf(reply, axes);
    },
  });

const countedOf = (
  { dataset, warnings, errors, suppression, analysisReceipt }: AnalysisResult,
  axes: AnalysisView['extended'],
): CountedCrossTab => ({
  axes,
  crossTab: dataset,
  warnings,
  errors,
  suppression: suppression ?? undefined,
  receipt: analysisReceipt,
});

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
      if (!isSame(reply.definition, view.definition))
        return refuseMoved(
          client,
          activeFamily(analysisKind, dataset),
          'Rows and columns were changed elsewhere.',
        );
      if (population.kind === 'cohort' && !isSame(reply.cohort, population.cohort.definition)) {
        population.onMoved();
        throw new DefinitionMoved('The cohort was changed elsewhere.');
      }
      return countedOf(reply, view.extended);
    },
    retry: retryMoved,
    staleTime: 60_000,
  });
