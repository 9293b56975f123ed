import {
  type AnalysisEdited,
  type AnalysisTransformation,
  type AnalysisView,
  analysisEndpoints,
} from '@atrium/contract';
import { type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import { passedAnalyses } from './history/passedAnalyses.ts';
import { activeAnalysis, snapshotOptions } from './queries.ts';

/** Edits of one analysis run one after the other, so that answers arrive in the order of the clicks. */
const inOrder = (dataset: string) => ({
  mutationKey: [dataset, 'analysis', 'edit'],
  scope: { id: `analysis of ${dataset}` },
});

/** Puts what the server says on the screen, ahead of any older answer still under way. */
async function show(client: QueryClient, dataset: string, view: AnalysisView): Promise<void> {
  await client.cancelQueries({ queryKey: activeAnalysis(dataset) });
  for (const seen of [client.getQueryData<AnalysisView>(activeAnalysis(dataset)), view]) {
    const id = seen?.snapshotId ?? null;
    if (id !== null) client.setQueryData(snapshotOptions(dataset, id).queryKey, seen);
  }
  client.setQueryData(activeAnalysis(dataset), view);
}

/** One edit of the analysis; a refused edit resolves too, and says why. */
export function useAnalysisEdit(dataset: string) {
  const client = useQueryClient();
  return useMutation({
    ...inOrder(dataset),
    mutationFn: (transformation: AnalysisTransformation) =>
      request(analysisEndpoints.edit, { params: { dataset }, body: { transformation } }),
    onSuccess: (edited) =>
      edited.transformationSuccessful ? show(client, dataset, asView(edited)) : undefined,
  });
}

export type Step = 'undo' | 'redo';

/** Activates the neighbouring snapshot; which one that is, is decided when the step's turn comes. */
export function useAnalysisStep(dataset: string) {
  const client = useQueryClient();
  return useMutation({
    ...inOrder(dataset),
    mutationFn: (step: Step) => {
      const view = client.getQueryData<AnalysisView>(activeAnalysis(dataset));
      const { previous, next } = passedAnalyses.neighboursOf(view ?? nowhere);
      const snapshotId = step === 'undo' ? previous : next;
      if (snapshotId === null) return Promise.resolve(null);
      return request(analysisEndpoints.activate, { params: { dataset, snapshotId } });
    },
    onSuccess: (view) => (view === null ? undefined : show(client, dataset, view)),
  });
}

const nowhere = { snapshotId: null, previousSnapshotId: null, nextSnapshotId: null };

/** Whether an edit of this analysis is under way. */
export const useIsAnalysisChanging = (dataset: string): boolean =>
  useIsMutating({ mutationKey: [dataset, 'analysis', 'edit'] }) > 0;

const asView = (edited: AnalysisEdited): AnalysisView => ({
  definition: edited.definition,
  extended: edited.extended,
  warnings: edited.warnings,
  errors: edited.errors,
  snapshotId: edited.snapshotId,
  previousSnapshotId: edited.previousSnapshotId,
  nextSnapshotId: edited.nextSnapshotId,
});
