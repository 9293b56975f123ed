import { type TableEdited, type TableTransformation, type TableView, tableEndpoints } from '@atrium/contract';
import { type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import { passedTables } from './history/passedTables.ts';
import { activeTables, snapshotOptions, type TableOf, tableKey } from './queries.ts';

const editKey = (dataset: string) => [dataset, 'table', 'edit'] as const;

/** Edits of one table run one after the other, so that answers arrive in the order of the clicks. */
const inOrder = (dataset: string) => ({
  mutationKey: editKey(dataset),
  scope: { id: `table of ${dataset}` },
});

/** One edit of the table; a refused edit resolves too, and says why. */
export function useTableEdit(of: TableOf) {
  const client = useQueryClient();
  return useMutation({
    ...inOrder(of.dataset),
    mutationFn: (transformation: TableTransformation) =>
      request(tableEndpoints.edit, { params: { dataset: of.dataset }, body: { transformation } }),
    onSuccess: (edited) => (edited.transformationSuccessful ? show(client, of, asView(edited)) : undefined),
  });
}

export type TableEdit = ReturnType<typeof useTableEdit>;

export type Step = 'undo' | 'redo';

/** Activates the neighbouring snapshot; which one that is, is decided when the step's turn comes. */
export function useTableStep(of: TableOf) {
  const client = useQueryClient();
  return useMutation({
    ...inOrder(of.dataset),
    mutationFn: (step: Step) => {
      const view = client.getQueryData<TableView>(tableKey(of));
      const { previous, next } = passedTables.neighboursOf(view ?? nowhere);
      const snapshotId = step === 'undo' ? previous : next;
      if (snapshotId === null) return Promise.resolve(null);
      return request(tableEndpoints.activate, { params: { dataset: of.dataset, snapshotId } });
    },
    onSuccess: (view) => (view === null ? undefined : show(client, of, view)),
  });
}

const nowhere = { snapshotId: null, previousSnapshotId: null, nextSnapshotId: null };

/** Whether an edit of this table is under way. */
export const useIsTableChanging = (dataset: string): boolean =>
  useIsMutating({ mutationKey: editKey(dataset) }) > 0;

/** Makes edits one at a time, and stops at the first that is refused; undo takes them as one step. */
export async function editInTurn(
  edit: TableEdit,
  transformations: readonly TableTransformation[],
): Promise<TableEdited | undefined> {
  const made: TableEdited[] = [];
  let last: TableEdited | undefined;
  try {
    for (const transformation of transformations) {
      last = await edit.mutateAsync(transformation);
      if (!last.transformationSuccessful) return last;
      made.push(last);
    }
    return last;
  } finally {
    passedTables.remember(made);
  }
}

/** Puts what the server says on the screen, ahead of any older answer; what other cohorts remember is forgotten. */
async function show(client: QueryClient, of: TableOf, view: TableView): Promise<void> {
  const key = tableKey(of);
  await client.cancelQueries({ queryKey: activeTables(of.dataset) });
  client.removeQueries({
    queryKey: activeTables(of.dataset),
    predicate: (query) => query.queryKey.at(-1) !== of.cohort,
  });
  for (const seen of [client.getQueryData<TableView>(key), view]) {
    const id = seen?.snapshotId ?? null;
    if (id !== null) client.setQueryData(snapshotOptions(of.dataset, id).queryKey, seen);
  }
  client.setQueryData(key, view);
}

const asView = (edited: TableEdited): TableView => ({
  definition: edited.definition,
  extended: edited.extended,
  warnings: edited.warnings,
  errors: edited.errors,
  snapshotId: edited.snapshotId,
  previousSnapshotId: edited.previousSnapshotId,
  nextSnapshotId: edited.nextSnapshotId,
});
