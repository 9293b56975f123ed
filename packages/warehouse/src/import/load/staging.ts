import type { ConceptType } from '@atrium/contract/documents/dataPackage';
import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  type DuckDBConnection,
  type DuckDBType,
  INTEGER,
  VARCHAR,
} from '@duckdb/node-api';
import { defineTable, type NewTable } from '../../duckdb/tableWriter.ts';
import type { FieldPlan, TablePlan } from '../../package/packagePlan.ts';
import type { ProblemKind } from '../../releases/problemKind.ts';

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

/** Columns after `_n`, `_file` and `_line`: values, then join texts, then large numbers, each in the order of the fields. */
export const rowFields = (table: TablePlan) => ({
  values: table.fields.filter(hasValue),
  keys: table.fields.filter(({ isKey, delimiter }) => isKey && delimiter === null),
  large: table.fields.filter(mayBeLarge),
});

const row = { name: '_n', type: INTEGER };

/** Creates the staging tables of a table and of its lists, empty. */
export async function createStaging(connection: DuckDBConnection, table: TablePlan): Promise<void> {
  const fields = rowFields(table);
  const typedColumn = (field: FieldPlan, name: string) => ({ name, type: stagedTypes[field.rule.target] });
  const create = (name: string, columns: NewTable['columns']): Promise<void> =>
    defineTable(connection, { path: [name], columns });
  await create(staging.rows(table), [
    row,
    { name: '_file', type: INTEGER },
    { name: '_line', type: INTEGER },
    ...fields.values.map((field) => typedColumn(field, staging.value(field))),
    ...fields.keys.map((field) => ({ name: staging.key(field), type: VARCHAR })),
    ...fields.large.map((field) => ({ name: staging.digits(field), type: BIGINT })),
  ]);
  for (const field of table.fields) {
    if (hasValues(field)) await create(staging.values(table, field), [row, typedColumn(field, 'value')]);
    if (field.isKey && field.delimiter !== null)
      await create(staging.keys(table, field), [row, { name: 'key', type: VARCHAR }]);
  }
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
