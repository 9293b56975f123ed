import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import type { AddFilter, CohortTransformation } from '@atrium/contract/wire/cohortTransformation';
import type { CohortEdited, CohortView } from '@atrium/contract/wire/cohortView';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import { callsOf } from '../../api/definition/calls.ts';
import { activeOptions, refuseMoved, retryMoved } from '../../api/definition/definition.ts';
import type { EditableKind } from '../../api/definition/edits.ts';
import { describeChange } from './describeChange.ts';

/** Edits of the cohort that belong together; undo takes them as one step. */
export type Batch = readonly CohortTransformation[];

export const cohortKind: EditableKind<CohortTransformation, CohortView, CohortEdited> = {
  name: 'cohort',
  ...callsOf(cohortEndpoints),
  describeChange,
  isWatched: true,
  prefetch: (client, dataset, view) => void client.prefetchQuery(countOptions(dataset, view)),
};

export const cohortOptions = (dataset: string) => activeOptions(cohortKind, { dataset });

export const cohortKey = (dataset: string) => cohortOptions(dataset).queryKey;

/**
 * The number of subjects of one snapshot, with its receipt; an answer about another definition is refused, never shown (rule 11.10).
 */
export const countOptions = (dataset: string, view: CohortView) =>
  queryOptions({
    queryKey: [dataset, 'cohort', view.snapshotId, 'count'] as const,
    queryFn: async ({ signal, client }) => {
      const reply = await request(cohortEndpoints.count, { params: { dataset }, signal });
      if (JSON.stringify(reply.definition) === JSON.stringify(view.definition))
        return { count: reply.count, receipt: reply.cohortReceipt };
      return refuseMoved(client, cohortKey(dataset), 'The cohort was changed elsewhere.');
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: retryMoved,
  });

/** The number of subjects that one snapshot would have after an edit; null where the edit would be refused. */
export const countAfterOptions = (
  dataset: string,
  snapshotId: number | null,
  transformation: CohortTransformation,
) =>
  queryOptions({
    queryKey: [dataset, 'cohort', snapshotId, 'countAfter', JSON.stringify(transformation)] as const,
    queryFn: async ({ signal, client }) => {
      const params = { dataset };
      const reply = await request(cohortEndpoints.countAfter, { params, body: { transformation }, signal });
      if (reply.snapshotId === snapshotId) return reply.count;
      return refuseMoved(client, cohortKey(dataset), 'The cohort was changed elsewhere.');
    },
    meta: { part: 'the count after this change' },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** The server's check of this filter; nothing is saved. */
export const validateFilter = (dataset: string, filter: AddFilter, signal?: AbortSignal) =>
  cohortKind.edit(dataset, { ...filter, validateOnly: true }, signal === undefined ? {} : { signal });
