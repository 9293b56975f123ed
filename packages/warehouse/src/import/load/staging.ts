import type { ConceptType } from '@atrium/contract';
import { BOOLEAN, DOUBLE, type DuckDBConnection, type DuckDBType, INTEGER, VARCHAR } from '@duckdb/node-api';
import { createTable, type TableWriter } from '../../duckdb/tableWriter.ts';
import type { FieldPlan, TablePlan } from '../../package/packagePlan.ts';

/**
 * Names and columns of the staging tables, in which rows wait until keys can be resolved. They are tables of the
 * instance that builds the release and end with it.
 *
 *   s{table}          _n (1, 2, … as loaded), _file and _line, values as c{index} and join texts as k{index}
 *   v{table}_{index}  _n, value: the values of a list
 *   l{table}_{index}  _n, key: the join texts of a list
 *   links{table}      _n, _subject
 *   kept{table}       _n, _row, and _subject unless rows are shared
 */
export const staging = {
  rows: (table: TablePlan): string => `s${table.number}`,
  values: (table: TablePlan, field: FieldPlan): string => `v${table.number}_${field.index}`,
  keys: (table: TablePlan, field: FieldPlan): string => `l${table.number}_${field.index}`,
  links: (table: TablePlan): string => `links${table.number}`,
  kept: (table: TablePlan): string => `kept${table.number}`,
  value: (field: FieldPlan): string => `c${field.index}`,
  key: (field: FieldPlan): string => `k${field.index}`,
} as const;

/** Whether a field's value is stored in the row itself. */
export const hasValue = (field: FieldPlan): boolean =>
  (field.concept !== null || field.isEventTime) && field.delimiter === null;

/** Whether a field's values are stored beside the row. */
export const hasValues = (field: FieldPlan): boolean => field.concept !== null && field.delimiter !== null;

/** Types of staged values; days are staged as text. */
const stagedTypes = {
  category: VARCHAR,
  text: VARCHAR,
  ontology: VARCHAR,
  boolean: BOOLEAN,
  date: VARCHAR,
  number: DOUBLE,
  age: INTEGER,
} as const satisfies Record<ConceptType, DuckDBType>;

/** The plan of a field. Callers ask only for names that the check of the package has found. */
export function fieldOf(table: TablePlan, name: string): FieldPlan {
  const field = table.fields.find((candidate) => candidate.name === name);
  if (field === undefined) throw new Error(`${table.name} has no field ${name} in its plan.`);
  return field;
}

/** Takes the rows of a table as they are cast. */
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

/** Creates the staging tables of a table. */
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
