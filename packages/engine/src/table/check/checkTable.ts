import type { TableDefinition } from '@atrium/contract';
import type { MemberContext } from '../../definition/memberContext.ts';
import { withDefaultColumns } from '../defaults/defaultTable.ts';
import { checkColumn } from './checkColumn.ts';
import type { CheckedTable } from './checkedTable.ts';

/** Reads a definition for one member; one without columns reads as the defaults (rule 5.10). */
export function checkTable(given: TableDefinition, context: MemberContext): CheckedTable {
  const definition = withDefaultColumns(given, context);
  const columns = definition.fields.map((field) => checkColumn(field, context));
  const warnings = columns.flatMap((column) => (column.kind === 'broken' ? [column.message] : []));
  return { definition, columns, warnings: [...new Set(warnings)] };
}
