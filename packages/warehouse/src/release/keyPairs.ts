import type { KeyReference, TablePlan } from '../package/packagePlan.ts';
import { fieldOf, staging } from './staging.ts';

/** `SELECT _n, _other`: rows of `from` and the rows of `to` that they name, through a list as well. */
export function keyPairs(from: TablePlan, to: TablePlan, reference: KeyReference): string {
  const list = listField(from, reference);
  const source = list === null ? staging.rows(from) : staging.keys(from, list);
  const tests = reference.fields.map((name, place) => {
    const own = list === null ? staging.key(fieldOf(from, name)) : 'key';
    const there = staging.key(fieldOf(to, reference.targetFields[place] ?? ''));
    return `a.${own} = b.${there}`;
  });
  return `SELECT a._n AS _n, b._n AS _other FROM ${source} a JOIN ${staging.rows(to)} b ON ${tests.join(' AND ')}`;
}

/** The field that names several rows at once, when the key is one. */
export function listField(table: TablePlan, { fields }: KeyReference) {
  const field = fieldOf(table, fields[0] ?? '');
  return field.delimiter === null ? null : field;
}

/** An expression for the join texts of a row `a`, for people; null when one of them is missing. */
export function keyTextOf(table: TablePlan, fields: readonly string[]): string {
  return fields.map((name) => `a.${staging.key(fieldOf(table, name))}`).join(` || ', ' || `);
}
