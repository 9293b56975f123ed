import { cohortInsightEndpoints, maxChosen } from '@atrium/contract/endpoints/cohortInsight';
import { cohortSubjectEndpoints } from '@atrium/contract/endpoints/cohortSubjects';
import type { AddFilter } from '@atrium/contract/wire/cohortTransformation';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import { refuseMoved, retryMoved } from '../../api/definition/definition.ts';
import { cohortKey } from './cohortQueries.ts';

interface OfSnapshot {
  readonly snapshotId: number | null;
}

/** The cohort on the screen, whose figures are wanted. */
interface ShownCohort extends OfSnapshot {
  readonly dataset: string;
}

/** An answer about another snapshot is refused, never shown (rule 11.10). */
async function ofShown<Reply extends OfSnapshot>(
  { dataset, snapshotId }: ShownCohort,
  reply: Reply,
  client: QueryClient,
): Promise<Reply> {
  if (reply.snapshotId === snapshotId) return reply;
  return await refuseMoved(client, cohortKey(dataset), 'The cohort was changed elsewhere.');
}

const lasting = { staleTime: Number.POSITIVE_INFINITY, retry: retryMoved } as const;

/** What each filter of the cohort finds alone, and what the cohort is without it (rule 4.16). */
export const effectsOptions = (shown: ShownCohort) =>
  queryOptions({
    queryKey: [shown.dataset, 'cohort', shown.snapshotId, 'effects'] as const,
    queryFn: async ({ signal, client }) => {
      const params = { dataset: shown.dataset };
      const reply = await request(cohortInsightEndpoints.effects, { params, query: {}, signal });
      return await ofShown(shown, reply, client);
    },
    meta: { part: 'what each filter costs' },
    ...lasting,
  });

/** The subjects that the cohort would have after each of some filters; null for one that would be refused. */
export const countAfterEachOptions = (shown: ShownCohort, transformations: readonly AddFilter[]) =>
  queryOptions({
    queryKey: [
      ...[shown.dataset, 'cohort', shown.snapshotId, 'countAfterEach'],
      JSON.stringify(transformations),
    ] as const,
    queryFn: async ({ signal, client }) => {
      const reply = await request(cohortInsightEndpoints.countAfterEach, {
        params: { dataset: shown.dataset },
        body: { transformations: [...transformations] },
        signal,
      });
      return await ofShown(shown, reply, client);
    },
    meta: { part: 'the counts beside the values' },
    ...lasting,
  });

/** Around so many values at most others are looked for: those that were chosen last. */
const lastChosen = (chosen: readonly string[]): readonly string[] => chosen.slice(-maxChosen);

/** Values in the data that are near the chosen ones (rule 11.15). While those around others load, the last ones stay. */
export const unchosenOptions = (
  { dataset, conceptId }: { readonly dataset: string; readonly conceptId: string },
  chosen: readonly string[],
) =>
  queryOptions({
    queryKey: [dataset, 'concept', conceptId, 'unchosen', lastChosen(chosen)] as const,
    queryFn: ({ signal }) =>
      request(cohortInsightEndpoints.unchosen, {
        params: { dataset, conceptId },
        body: { values: [...lastChosen(chosen)] },
        signal,
      }),
    meta: { part: 'values that were not chosen' },
    staleTime: 300_000,
    placeholderData: keepPreviousData,
  });

interface CurveOf {
  readonly entryId: string;
  readonly bound: 'min' | 'max';
}

/** The count for each bound of a filter of the cohort (rule 4.17). */
export const curveOptions = (shown: ShownCohort, query: CurveOf) =>
  queryOptions({
    queryKey: [shown.dataset, 'cohort', shown.snapshotId, 'curve', query] as const,
    queryFn: async ({ signal, client }) => {
      const params = { dataset: shown.dataset };
      const reply = await request(cohortInsightEndpoints.curve, { params, query, signal });
      return await ofShown(shown, reply, client);
    },
    meta: { part: 'the nearest looser bound' },
    ...lasting,
  });

interface CurveAfter {
  readonly transformation: AddFilter;
  readonly bound: 'min' | 'max';
}

/** The same with a filter that is not applied yet. */
export const curveAfterOptions = (shown: ShownCohort, body: CurveAfter) =>
  queryOptions({
    queryKey: [shown.dataset, 'cohort', shown.snapshotId, 'curveAfter', JSON.stringify(body)] as const,
    queryFn: async ({ signal, client }) => {
      const params = { dataset: shown.dataset };
      const reply = await request(cohortInsightEndpoints.curveAfter, { params, query: {}, body, signal });
      return await ofShown(shown, reply, client);
    },
    meta: { part: 'the count by each bound' },
    ...lasting,
  });

/** How the subjects of the cohort, and everyone, are distributed over each concept (rule 4.18). */
export const distributionsOptions = (shown: ShownCohort) =>
  queryOptions({
    queryKey: [shown.dataset, 'cohort', shown.snapshotId, 'distributions'] as const,
    queryFn: async ({ signal, client }) => {
      const params = { dataset: shown.dataset };
      const reply = await request(cohortInsightEndpoints.distributions, { params, query: {}, signal });
      return await ofShown(shown, reply, client);
    },
    meta: { part: 'what is special about your cohort' },
    ...lasting,
  });

/** Why one subject is in the cohort or not (rule 3.30). */
export const explainOptions = (shown: ShownCohort, subject: string) =>
  queryOptions({
    queryKey: [shown.dataset, 'cohort', shown.snapshotId, 'explain', subject] as const,
    queryFn: async ({ signal, client }) => {
      const params = { dataset: shown.dataset };
      const reply = await request(cohortSubjectEndpoints.explain, {
        params,
        query: {},
        body: { subject },
        signal,
      });
      return await ofShown(shown, reply, client);
    },
    ...lasting,
  });

/** Who meets all of the cohort but one part (rule 3.31). */
export const nearMissesOptions = (shown: ShownCohort, entryId: string) =>
  queryOptions({
    queryKey: [shown.dataset, 'cohort', shown.snapshotId, 'nearMisses', entryId] as const,
    queryFn: async ({ signal, client }) => {
      const params = { dataset: shown.dataset };
      const body = { entryId };
      const reply = await request(cohortSubjectEndpoints.nearMisses, { params, query: {}, body, signal });
      return await ofShown(shown, reply, client);
    },
    ...lasting,
  });

/** When things happened to some subjects of the cohort (rule 17.20). */
export const timelinesOptions = (shown: ShownCohort, sortBy: string) =>
  queryOptions({
    queryKey: [shown.dataset, 'cohort', shown.snapshotId, 'timelines', sortBy] as const,
    queryFn: async ({ signal, client }) => {
      const params = { dataset: shown.dataset };
      const body = sortBy === '' ? {} : { sortBy };
      const reply = await request(cohortSubjectEndpoints.timelines, { params, query: {}, body, signal });
      return await ofShown(shown, reply, client);
    },
    ...lasting,
  });
