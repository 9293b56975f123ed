import type { TableDefinition, TableSort } from '@atrium/contract';
import type { MemberContext } from '../../definition/memberContext.ts';
import { editError, type Outcome, refused } from '../../definition/outcome.ts';
import { checkColumn } from '../check/checkColumn.ts';

const mostKeys = 3;

/** The leading key flips its direction; any other column comes to the front, ascending (rule 5.13). */
export function addSortEntry(
  table: TableDefinition,
  entryId: string,
  context: MemberContext,
): Outcome<TableDefinition> {
  const field = table.fields.find((candidate) => candidate.entryId === entryId);
  if (field === undefined) return refused(editError('not_found', 'This column is not in the table.'));
  const column = checkColumn(field, context);
  if (column.kind === 'broken') return refused(editError('not_allowed', column.message));

  const [leading] = table.sort;
  const direction = leading?.entryId === entryId && leading.direction === 1 ? -1 : 1;
  const key: TableSort = { entryId, direction };
  const others = table.sort.filter((other) => other.entryId !== entryId);
  return { kind: 'changed', definition: { ...table, sort: [key, ...others].slice(0, mostKeys) } };
}

/** Back to the default sort. */
export const clearSortEntries = (table: TableDefinition): Outcome<TableDefinition> => ({
  kind: 'changed',
  definition: table.sort.length === 0 ? table : { ...table, sort: [] },
});
