import { type TableEdited, type TableTransformation, type TableView, tableEndpoints } from '@atrium/contract';
import { type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import { activeTables, type TableOf, tableKey } from './queries.ts';

const editKey = (dataset: string) => [dataset, 'table', 'edit'] as const;

/** One edit of the table; a refused edit resolves too, and says why. Edits run one after the other. */
export function useTableEdit(of: TableOf) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: editKey(of.dataset),
    scope: { id: `table of ${of.dataset}` },
    mutationFn: (transformation: TableTransformation) =>
      request(tableEndpoints.edit, { params: { dataset: of.dataset }, body: { transformation } }),
    onSuccess: (edited) => (edited.transformationSuccessful ? show(client, of, asView(edited)) : undefined),
  });
}

export type TableEdit = ReturnType<typeof useTableEdit>;

/** Whether an edit of this table is under way. */
export const useIsTableChanging = (dataset: string): boolean =>
  useIsMutating({ mutationKey: editKey(dataset) }) > 0;

/** Makes edits one at a time, and stops at the first that is refused. */
export async function editInTurn(
  edit: TableEdit,
  transformations: readonly TableTransformation[],
): Promise<TableEdited | undefined> {
  let last: TableEdited | undefined;
  for (const transformation of transformations) {
    last = await edit.mutateAsync(transformation);
    if (!last.transformationSuccessful) return last;
  }
  return last;
}

/** Puts what the server says on the screen, ahead of any older answer; what other cohorts remember is forgotten. */
async function show(client: QueryClient, of: TableOf, view: TableView): Promise<void> {
  const key = tableKey(of);
  await client.cancelQueries({ queryKey: activeTables(of.dataset) });
  client.removeQueries({
    queryKey: activeTables(of.dataset),
    predicate: (query) => query.queryKey.at(-1) !== of.cohort,
  });
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
