import type { TableDefinition, TableSort } from '@atrium/contract';
import { checkColumn } from '../check/checkColumn.ts';
import type { TableContext } from '../tableContext.ts';
import { refused, type TableChange } from './tableChange.ts';

const mostKeys = 3;

/** The leading key flips its direction; any other column comes to the front, ascending (contract 10.3). */
export function addSortEntry(table: TableDefinition, entryId: string, context: TableContext): TableChange {
  const field = table.fields.find((candidate) => candidate.entryId === entryId);
  if (field === undefined) return refused('This column is not in the table.');
  const column = checkColumn(field, context);
  if (column.kind === 'broken') return refused(column.message);

  const [leading] = table.sort;
  const direction = leading?.entryId === entryId && leading.direction === 1 ? -1 : 1;
  const key: TableSort = { entryId, direction };
  const others = table.sort.filter((other) => other.entryId !== entryId);
  return { kind: 'changed', definition: { ...table, sort: [key, ...others].slice(0, mostKeys) } };
}

/** Back to the default sort. */
export const clearSortEntries = (table: TableDefinition): TableChange => ({
  kind: 'changed',
  definition: table.sort.length === 0 ? table : { ...table, sort: [] },
});
