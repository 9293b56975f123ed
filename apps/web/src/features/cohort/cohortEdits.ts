import {
  type CohortEdited,
  type CohortTransformation,
  type CohortView,
  cohortEndpoints,
} from '@atrium/contract';
import { type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import { cohortKey } from './queries.ts';

/** A move through the history of the cohort: one back, one on, or to a snapshot that was seen before. */
export type Step = 'undo' | 'redo' | number;

/** Edits of one cohort run one after the other, so that answers arrive in the order of the clicks. */
const inOrder = (dataset: string) => ({
  mutationKey: [dataset, 'cohort', 'edit'],
  scope: { id: `cohort of ${dataset}` },
});

/** Puts what the server says on the screen, ahead of any older answer still under way. */
async function show(client: QueryClient, dataset: string, view: CohortView): Promise<void> {
  await client.cancelQueries({ queryKey: cohortKey(dataset) });
  client.setQueryData(cohortKey(dataset), view);
}

/** One edit of the cohort; a refused edit resolves too, and says why. */
export function useCohortEdit(dataset: string) {
  const client = useQueryClient();
  return useMutation({
    ...inOrder(dataset),
    mutationFn: (transformation: CohortTransformation) => editCohort(dataset, transformation),
    onSuccess: (edited) =>
      edited.transformationSuccessful ? show(client, dataset, asView(edited)) : undefined,
  });
}

/** Asks whether an edit would be accepted, without making it. */
export const validateFilter = (dataset: string, transformation: CohortTransformation, signal?: AbortSignal) =>
  editCohort(dataset, transformation, signal);

const editCohort = (dataset: string, transformation: CohortTransformation, signal?: AbortSignal) =>
  request(cohortEndpoints.edit, {
    params: { dataset },
    body: { transformation },
    ...(signal === undefined ? {} : { signal }),
  });

/** Activates the neighbouring snapshot; which one that is, is decided when the step's turn comes. */
export function useCohortStep(dataset: string) {
  const client = useQueryClient();
  return useMutation({
    ...inOrder(dataset),
    mutationFn: (step: Step) => {
      const view = client.getQueryData<CohortView>(cohortKey(dataset));
      const snapshotId = typeof step === 'number' ? step : neighbour(view, step);
      if (snapshotId === undefined || snapshotId === null) return Promise.resolve(null);
      return request(cohortEndpoints.activate, { params: { dataset, snapshotId } });
    },
    onSuccess: (view) => (view === null ? undefined : show(client, dataset, view)),
  });
}

const neighbour = (view: CohortView | undefined, step: 'undo' | 'redo') =>
  step === 'undo' ? view?.previousSnapshotId : view?.nextSnapshotId;

/** Whether an edit of this cohort is under way. */
export const useIsCohortChanging = (dataset: string): boolean =>
  useIsMutating({ mutationKey: [dataset, 'cohort', 'edit'] }) > 0;

function asView(edited: CohortEdited): CohortView {
  const { definition, criteriaSets, describe, warnings, errors } = edited;
  const { snapshotId, previousSnapshotId, nextSnapshotId } = edited;
  return {
    definition,
    criteriaSets,
    describe,
    warnings,
    errors,
    snapshotId,
    previousSnapshotId,
    nextSnapshotId,
  };
}
