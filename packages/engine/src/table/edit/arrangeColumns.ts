import type { TableDefinition, TableSort } from '@atrium/contract/wire/tableDefinition';
import type { EditContext, MemberContext } from '../../definition/memberContext.ts';
import { editError, type Outcome, refused } from '../../definition/outcome.ts';
import { checkColumn } from '../check/checkTable.ts';

/** An unknown id changes nothing. */
export function deleteColumn(table: TableDefinition, entryId: string): Outcome<TableDefinition> {
  const fields = table.fields.filter((field) => field.entryId !== entryId);
  return {
    kind: 'changed',
    definition: fields.length === table.fields.length ? table : { ...table, fields },
  };
}

/** Ids left out are removed, unknown ones ignored; an empty list leaves nothing, which reads as the defaults. */
export function resortColumns(table: TableDefinition, entryIds: readonly string[]): Outcome<TableDefinition> {
  const fields = [...new Set(entryIds)].flatMap(
    (id) => table.fields.find((field) => field.entryId === id) ?? [],
  );
  const isSame =
    fields.length === table.fields.length && fields.every((field, index) => field === table.fields[index]);
  if (isSame) return { kind: 'changed', definition: table };
  return { kind: 'changed', definition: { ...table, fields, sort: fields.length === 0 ? [] : table.sort } };
}

/** The copy follows its original and is no sort key. */
export function duplicateColumn(
  table: TableDefinition,
  entryId: string,
  context: EditContext,
): Outcome<TableDefinition> {
  const index = table.fields.findIndex((field) => field.entryId === entryId);
  const original = table.fields[index];
  if (original === undefined) return refused(editError('not_found', 'This column is not in the table.'));
  const copy = { ...original, entryId: context.newEntryId() };
  return {
    kind: 'changed',
    definition: { ...table, fields: table.fields.toSpliced(index + 1, 0, copy) },
    entryId: copy.entryId,
  };
}

const maxKeys = 3;

/** The leading key flips its direction; any other column comes to the front, ascending (rule 5.13). */
export function addSortEntry(
  table: TableDefinition,
  entryId: string,
  context: MemberContext,
): Outcome<TableDefinition> {
  const field = table.fields.find((candidate) => candidate.entryId === entryId);
  if (field === undefined) return refused(editError('not_found', 'This column is not in the table.'));
  const column = checkColumn(field, context);
  if (column.kind === 'broken') return refused(editError(column.code, column.message));

  const [leading] = table.sort;
  const direction = leading?.entryId === entryId && leading.direction === 1 ? -1 : 1;
  const key: TableSort = { entryId, direction };
  const others = table.sort.filter((other) => other.entryId !== entryId);
  return { kind: 'changed', definition: { ...table, sort: [key, ...others].slice(0, maxKeys) } };
}

/** Back to the default sort. */
export const clearSortEntries = (table: TableDefinition): Outcome<TableDefinition> => ({
  kind: 'changed',
  definition: table.sort.length === 0 ? table : { ...table, sort: [] },
});
