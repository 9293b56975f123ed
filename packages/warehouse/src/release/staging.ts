import type { ConceptType } from '@atrium/contract';
import { BOOLEAN, DOUBLE, type DuckDBType, INTEGER, VARCHAR } from '@duckdb/node-api';
import type { FieldPlan, TablePlan } from '../package/packagePlan.ts';

/**
 * Names and columns of the tables in which rows wait until keys can be resolved; they live in the building
 * instance and go with it.
 *
 *   s{table}          _n (1, 2, … as read), _file and _line, values as c{place} and join texts as k{place}
 *   v{table}_{place}  _n, value: the values of a list
 *   l{table}_{place}  _n, key: the join texts of a list
 *   links{table}      _n, _subject
 *   kept{table}       _n, _row, and _subject unless rows are shared
 */
export const staging = {
  rows: (table: TablePlan): string => `s${table.number}`,
  values: (table: TablePlan, field: FieldPlan): string => `v${table.number}_${field.place}`,
  keys: (table: TablePlan, field: FieldPlan): string => `l${table.number}_${field.place}`,
  links: (table: TablePlan): string => `links${table.number}`,
  kept: (table: TablePlan): string => `kept${table.number}`,
  value: (field: FieldPlan): string => `c${field.place}`,
  key: (field: FieldPlan): string => `k${field.place}`,
} as const;

/** Whether a field's value is stored in the row itself. */
export const hasValue = (field: FieldPlan): boolean =>
  (field.concept !== null || field.isEventTime) && field.delimiter === null;

/** Whether a field's values are stored beside the row. */
export const hasValues = (field: FieldPlan): boolean => field.concept !== null && field.delimiter !== null;

/** Types of waiting values; days wait as text. */
export const stagedTypes = {
  category: VARCHAR,
  text: VARCHAR,
  ontology: VARCHAR,
  boolean: BOOLEAN,
  date: VARCHAR,
  number: DOUBLE,
  age: INTEGER,
} as const satisfies Record<ConceptType, DuckDBType>;

/** The plan of a field; only names that the package check has found to exist are asked for. */
export function fieldOf(table: TablePlan, name: string): FieldPlan {
  const field = table.fields.find((candidate) => candidate.name === name);
  if (field === undefined) throw new Error(`${table.name} has no field ${name} in its plan.`);
  return field;
}
