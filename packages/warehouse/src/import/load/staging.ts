import type { ConceptType } from '@atrium/contract';
import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  type DuckDBConnection,
  type DuckDBType,
  INTEGER,
  VARCHAR,
} from '@duckdb/node-api';
import { createTable, defineTable, type NewTable, type TableWriter } from '../../duckdb/tableWriter.ts';
import type { FieldPlan, TablePlan } from '../../package/packagePlan.ts';
import type { ProblemKind } from '../../releases/problemKind.ts';
import { quoted } from '../../sql/quoted.ts';

/**
 * Names and columns of the staging tables, in which rows wait until keys can be resolved. They are tables of the
 * instance that builds the release and end with it.
 *
 *   s{table}          _n (1, 2, … as loaded), _file and _line, values as c{index}, join texts as k{index} and whole
 *                     numbers beyond 2^53 as d{index}
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
  digits: (field: FieldPlan): string => `d${field.index}`,
} as const;

/** Whether a field's value is stored in the row itself. */
export const hasValue = (field: FieldPlan): boolean =>
  (field.concept !== null || field.isEventTime) && field.delimiter === null;

/** Whether a field may hold whole numbers beyond 2^53 whose digits are to be kept; those of lists are not. */
export const mayBeLarge = (field: FieldPlan): boolean =>
  hasValue(field) && field.rule.target === 'number' && field.rule.lexical === 'integer';

/** Whether a field's values are stored beside the row. */
export const hasValues = (field: FieldPlan): boolean => field.concept !== null && field.delimiter !== null;

/** Types of staged values; days are staged as text, and numbers with words as `numberOrWordParser` gives them. */
export const stagedTypes = {
  category: VARCHAR,
  text: VARCHAR,
  ontology: VARCHAR,
  boolean: BOOLEAN,
  date: VARCHAR,
  number: DOUBLE,
  number_with_categories: VARCHAR,
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

/** Columns after `_n`, `_file` and `_line`: values, then join texts, then large numbers, each in the order of the fields. */
export const rowFields = (table: TablePlan) => ({
  values: table.fields.filter(hasValue),
  keys: table.fields.filter(({ isKey, delimiter }) => isKey && delimiter === null),
  large: table.fields.filter(mayBeLarge),
});

const row = { name: '_n', type: INTEGER };

/** The staging tables of a table, and of its lists by field. */
function stagingTables(table: TablePlan) {
  const fields = rowFields(table);
  const tableOf = (name: string, columns: NewTable['columns']): NewTable => ({ path: [name], columns });
  const listTables = (isWanted: (field: FieldPlan) => boolean, make: (field: FieldPlan) => NewTable) =>
    new Map(table.fields.filter(isWanted).map((field) => [field, make(field)]));
  return {
    rows: tableOf(staging.rows(table), [
      row,
      { name: '_file', type: INTEGER },
      { name: '_line', type: INTEGER },
      ...fields.values.map((field) => ({ name: staging.value(field), type: stagedTypes[field.rule.target] })),
      ...fields.keys.map((field) => ({ name: staging.key(field), type: VARCHAR })),
      ...fields.large.map((field) => ({ name: staging.digits(field), type: BIGINT })),
    ]),
    values: listTables(hasValues, (field) =>
      tableOf(staging.values(table, field), [row, { name: 'value', type: stagedTypes[field.rule.target] }]),
    ),
    keys: listTables(
      ({ isKey, delimiter }) => isKey && delimiter !== null,
      (field) => tableOf(staging.keys(table, field), [row, { name: 'key', type: VARCHAR }]),
    ),
  };
}

/** Creates the staging tables of a table and opens them for writing. */
export async function stageTable(connection: DuckDBConnection, table: TablePlan): Promise<StagedTable> {
  const { rows, values, keys } = stagingTables(table);
  const writers = async (tables: ReadonlyMap<FieldPlan, NewTable>) => {
    const opened = new Map<FieldPlan, TableWriter>();
    for (const [field, each] of tables) opened.set(field, await createTable(connection, each));
    return opened;
  };
  const staged = {
    rows: await createTable(connection, rows),
    values: await writers(values),
    keys: await writers(keys),
  };
  return {
    ...staged,
    finish: () => {
      for (const writer of [staged.rows, ...staged.values.values(), ...staged.keys.values()]) writer.finish();
    },
  };
}

const tablesOf = (table: TablePlan): readonly NewTable[] => {
  const { rows, values, keys } = stagingTables(table);
  return [rows, ...values.values(), ...keys.values()];
};

/** Creates the staging tables of a table, empty. */
export async function createStaging(connection: DuckDBConnection, table: TablePlan): Promise<void> {
  for (const each of tablesOf(table)) await defineTable(connection, each);
}

/** Deletes the staging tables of a table. */
export async function dropStaging(connection: DuckDBConnection, table: TablePlan): Promise<void> {
  for (const { path } of tablesOf(table)) await connection.run(`DROP TABLE ${quoted(...path)}`);
}

/** The required keys of a table, by field name, with the problem to report when one is missing in a row. */
export function requiredKeys({ primaryKey, subject }: TablePlan): ReadonlyMap<string, ProblemKind> {
  const required = new Map<string, ProblemKind>();
  for (const name of primaryKey) required.set(name, subject.kind === 'root' ? 'missingSubject' : 'required');
  if (subject.kind === 'direct' || subject.kind === 'through') {
    for (const name of subject.reference.fields) required.set(name, 'missingSubject');
  }
  return required;
}
