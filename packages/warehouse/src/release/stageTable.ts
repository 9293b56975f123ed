import { type DuckDBConnection, INTEGER, VARCHAR } from '@duckdb/node-api';
import type { FieldPlan, TablePlan } from '../package/packagePlan.ts';
import { hasValue, hasValues, stagedTypes, staging } from './staging.ts';
import { createTable, type TableWriter } from './tableWriter.ts';

/** Where the rows of a table go as they are read. */
export interface StagedTable {
  readonly rows: TableWriter;
  /** By field. */
  readonly values: ReadonlyMap<FieldPlan, TableWriter>;
  readonly keys: ReadonlyMap<FieldPlan, TableWriter>;
  finish(): void;
}

/** Columns after `_n`, `_file` and `_line`: values first, then join texts, each in the order of the fields. */
export const rowFields = (table: TablePlan) => ({
  values: table.fields.filter(hasValue),
  keys: table.fields.filter(({ isKey, delimiter }) => isKey && delimiter === null),
});

export async function stageTable(connection: DuckDBConnection, table: TablePlan): Promise<StagedTable> {
  const fields = rowFields(table);
  const rows = await createTable(connection, {
    path: [staging.rows(table)],
    columns: [
      { name: '_n', type: INTEGER },
      { name: '_file', type: INTEGER },
      { name: '_line', type: INTEGER },
      ...fields.values.map((field) => ({ name: staging.value(field), type: stagedTypes[field.rule.target] })),
      ...fields.keys.map((field) => ({ name: staging.key(field), type: VARCHAR })),
    ],
  });
  const values = new Map<FieldPlan, TableWriter>();
  const keys = new Map<FieldPlan, TableWriter>();
  for (const field of table.fields) {
    if (hasValues(field)) {
      const type = stagedTypes[field.rule.target];
      const columns = [
        { name: '_n', type: INTEGER },
        { name: 'value', type },
      ];
      values.set(field, await createTable(connection, { path: [staging.values(table, field)], columns }));
    }
    if (field.isKey && field.delimiter !== null) {
      const columns = [
        { name: '_n', type: INTEGER },
        { name: 'key', type: VARCHAR },
      ];
      keys.set(field, await createTable(connection, { path: [staging.keys(table, field)], columns }));
    }
  }
  return {
    rows,
    values,
    keys,
    finish: () => {
      for (const writer of [rows, ...values.values(), ...keys.values()]) writer.finish();
    },
  };
}
