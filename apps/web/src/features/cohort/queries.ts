import {
  type CohortTransformation,
  type CohortView,
  catalogueEndpoints,
  cohortEndpoints,
} from '@atrium/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client.ts';

/** The active cohort of a dataset. */
export const cohortKey = (dataset: string) => [dataset, 'cohort', 'active'] as const;

/** Under this key run all edits of the cohort of a dataset. */
export const editsKey = (dataset: string) => [dataset, 'cohort', 'edit'] as const;

/** Whether the cohort on the screen was changed by somebody else than this tab. */
export const movedKey = (dataset: string) => [dataset, 'cohort', 'moved'] as const;

export const cohortOptions = (dataset: string) =>
  queryOptions({
    queryKey: cohortKey(dataset),
    queryFn: async ({ signal, client }) => {
      const view = await request(cohortEndpoints.read, { params: { dataset }, signal });
      noticeMove(client, dataset, view);
      keepSnapshot(client, dataset, view);
      return view;
    },
    staleTime: 30_000,
    refetchOnWindowFocus: 'always',
  });

/** Another snapshot than the one on the screen, without an edit of this tab: another tab or device made it. */
function noticeMove(client: QueryClient, dataset: string, view: CohortView): void {
  const shown = client.getQueryData<CohortView>(cohortKey(dataset));
  const isOwn = client.isMutating({ mutationKey: editsKey(dataset) }) > 0;
  if (shown === undefined || shown.snapshotId === view.snapshotId || isOwn) return;
  client.setQueryData(movedKey(dataset), true);
}

export const movedOptions = (dataset: string) =>
  queryOptions({
    queryKey: movedKey(dataset),
    queryFn: () => false,
    enabled: false,
    initialData: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** One snapshot of the cohort, read without making it the active one. */
export const snapshotOptions = (dataset: string, snapshotId: number | null) =>
  queryOptions({
    queryKey: snapshotKey(dataset, snapshotId),
    queryFn: ({ signal }) =>
      request(cohortEndpoints.snapshot, {
        params: { dataset, snapshotId: snapshotId ?? 0 },
        query: {},
        signal,
      }),
    enabled: snapshotId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

const snapshotKey = (dataset: string, snapshotId: number | null) =>
  [dataset, 'cohort', 'snapshot', snapshotId] as const;

/** Keeps a cohort that was shown, so that its neighbours in the history can say what changed. */
export function keepSnapshot(client: QueryClient, dataset: string, view: CohortView): void {
  if (view.snapshotId !== null) client.setQueryData(snapshotKey(dataset, view.snapshotId), view);
}

/** Says that the cohort on the server is no longer the one on the screen (another tab, say). */
export class CohortMoved extends Error {
  override readonly name = 'CohortMoved';
}

/** The number of subjects of one snapshot; an answer about another definition is refused, never shown. */
export const countOptions = (dataset: string, view: CohortView) =>
  queryOptions({
    queryKey: [dataset, 'cohort', view.snapshotId, 'count'] as const,
    queryFn: async ({ signal, client }) => {
      const reply = await request(cohortEndpoints.count, { params: { dataset }, signal });
      if (JSON.stringify(reply.definition) === JSON.stringify(view.definition)) return reply.count;
      await client.invalidateQueries({ queryKey: cohortKey(dataset) });
      throw new CohortMoved('The cohort was changed elsewhere.');
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: (failures, error) => error instanceof CohortMoved && failures < 2,
  });

/** The number of subjects that one snapshot would have after an edit; null where the edit would be refused. */
export const trialOptions = (
  dataset: string,
  snapshotId: number | null,
  transformation: CohortTransformation,
) =>
  queryOptions({
    queryKey: [dataset, 'cohort', snapshotId, 'trial', JSON.stringify(transformation)] as const,
    queryFn: async ({ signal, client }) => {
      const params = { dataset };
      const reply = await request(cohortEndpoints.countAfter, { params, body: { transformation }, signal });
      if (reply.snapshotId === snapshotId) return reply.count;
      await client.invalidateQueries({ queryKey: cohortKey(dataset) });
      throw new CohortMoved('The cohort was changed elsewhere.');
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export const collectionsOptions = (dataset: string) =>
  queryOptions({
    queryKey: [dataset, 'collections'] as const,
    queryFn: ({ signal }) =>
      request(catalogueEndpoints.collections, { params: { dataset }, query: {}, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
