import {
  type CohortEdited,
  type CohortTransformation,
  type CohortView,
  cohortEndpoints,
} from '@atrium/contract';
import { type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import { passedCohorts } from './history/passedCohorts.ts';
import { cohortKey, countOptions, editsKey, keepSnapshot, movedKey } from './queries.ts';
import { tellOtherTabs } from './tabs/otherTabs.ts';

/** A move through the history of the cohort: one back, one on, or to a snapshot that was seen before. */
export type Step = 'undo' | 'redo' | number;

/** Edits of one cohort run one after the other, so that answers arrive in the order of the clicks. */
const inOrder = (dataset: string) => ({
  mutationKey: editsKey(dataset),
  scope: { id: `cohort of ${dataset}` },
});

/** Puts what the server says on the screen, ahead of any older answer still under way; it is counted while it is drawn. */
async function show(client: QueryClient, dataset: string, view: CohortView): Promise<void> {
  await client.cancelQueries({ queryKey: cohortKey(dataset) });
  void client.prefetchQuery(countOptions(dataset, view));
  client.setQueryData(cohortKey(dataset), view);
  client.setQueryData(movedKey(dataset), false);
  keepSnapshot(client, dataset, view);
  tellOtherTabs({ dataset, snapshotId: view.snapshotId });
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

/** A gesture of one or more edits, at least one; only its end is shown, and undo takes it as one step. */
export type Gesture = readonly [CohortTransformation, ...CohortTransformation[]];

/** Edits the cohort by a gesture, which ends at the first edit that is refused. */
export function useCohortGesture(dataset: string) {
  const client = useQueryClient();
  return useMutation({
    ...inOrder(dataset),
    mutationFn: (gesture: Gesture) => runInTurn(dataset, gesture),
    onSuccess: (replies) => showEnd(client, dataset, replies),
  });
}

async function runInTurn(dataset: string, gesture: Gesture): Promise<readonly CohortEdited[]> {
  const made: CohortEdited[] = [];
  for (const edit of gesture) {
    const reply = await editCohort(dataset, edit);
    made.push(reply);
    if (!reply.transformationSuccessful) break;
  }
  return made;
}

async function showEnd(client: QueryClient, dataset: string, replies: readonly CohortEdited[]) {
  const made = replies.filter(({ transformationSuccessful }) => transformationSuccessful);
  passedCohorts.remember(made);
  const end = made.at(-1);
  if (end !== undefined) await show(client, dataset, asView(end));
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
      if (snapshotId === null) return Promise.resolve(null);
      return request(cohortEndpoints.activate, { params: { dataset, snapshotId } });
    },
    onSuccess: (view) => (view === null ? undefined : show(client, dataset, view)),
  });
}

function neighbour(view: CohortView | undefined, step: 'undo' | 'redo') {
  if (view === undefined) return null;
  const { previous, next } = passedCohorts.neighboursOf(view);
  return step === 'undo' ? previous : next;
}

/** Whether an edit of this cohort is under way. */
export const useIsCohortChanging = (dataset: string): boolean =>
  useIsMutating({ mutationKey: editsKey(dataset) }) > 0;

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
