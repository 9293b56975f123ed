import { unreachable } from '@atrium/contract/errors/unreachable';
import type { TableDefinition } from '@atrium/contract/wire/tableDefinition';
import type { TableTransformation } from '@atrium/contract/wire/tableTransformation';
import type { EditContext } from '../../definition/memberContext.ts';
import { type Outcome, unlessSame } from '../../definition/outcome.ts';
import { withDefaultColumns } from '../defaultTable.ts';
import { addCategory, addColumns } from './addColumns.ts';
import { addOrEditColumn } from './addOrEditColumn.ts';
import {
  addSortEntry,
  clearSortEntries,
  deleteColumn,
  duplicateColumn,
  resortColumns,
} from './arrangeColumns.ts';

/**
 * One edit of a table (rules 5.10 and 5.12). An empty definition stands for the default columns, so an edit starts from
 * those; an edit that leaves no column brings them back. Sort keys of columns that are gone are dropped.
 */
export function applyTableTransformation(
  definition: TableDefinition,
  transformation: TableTransformation,
  context: EditContext,
): Outcome<TableDefinition> {
  const before = withDefaultColumns(definition, context);
  const outcome = unlessSame(before, transform(before, transformation, context));
  if (outcome.kind !== 'changed') return outcome;
  const edited = withoutLooseSort(withDefaultColumns(outcome.definition, context));
  return unlessSame(before, { ...outcome, definition: edited });
}

function transform(
  table: TableDefinition,
  transformation: TableTransformation,
  context: EditContext,
): Outcome<TableDefinition> {
  switch (transformation.kind) {
    case 'add_entry':
      return addOrEditColumn(table, transformation, context);
    case 'delete_entry':
      return deleteColumn(table, transformation.entryId);
    case 'resort_columns':
      return resortColumns(table, transformation.entryIds);
    case 'add_sort_entry':
      return addSortEntry(table, transformation.entryId, context);
    case 'clear_sort_entries':
      return clearSortEntries(table);
    case 'bulk_add_entries':
      return addColumns(table, transformation.conceptIdList, context);
    case 'add_category':
      return addCategory(table, transformation.categoryId, context);
    case 'duplicate_entry':
      return duplicateColumn(table, transformation.entryId, context);
    default:
      return unreachable(transformation);
  }
}

function withoutLooseSort(table: TableDefinition): TableDefinition {
  const known = new Set(table.fields.map((field) => field.entryId));
  const sort = table.sort.filter((key) => known.has(key.entryId));
  return sort.length === table.sort.length ? table : { ...table, sort };
}
