import { type CohortView, catalogueEndpoints, cohortEndpoints } from '@atrium/contract';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client.ts';

/** The active cohort of a dataset. */
export const cohortKey = (dataset: string) => [dataset, 'cohort', 'active'] as const;

export const cohortOptions = (dataset: string) =>
  queryOptions({
    queryKey: cohortKey(dataset),
    queryFn: ({ signal }) => request(cohortEndpoints.read, { params: { dataset }, signal }),
    staleTime: 30_000,
  });

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

export const collectionsOptions = (dataset: string) =>
  queryOptions({
    queryKey: [dataset, 'collections'] as const,
    queryFn: ({ signal }) =>
      request(catalogueEndpoints.collections, { params: { dataset }, query: {}, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
