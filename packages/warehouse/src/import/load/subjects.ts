import type { FieldPlan, KeyReference, TablePlan } from '../../package/packagePlan.ts';
import type { TablesByName } from './importJob.ts';
import { fieldOf, staging } from './staging.ts';

/**
 * Statements that find the subjects of a table's rows and number the rows that have any: `links` and `kept`. Tables
 * come in plan order, so the tables that a path leads over are resolved before.
 */
export function resolveSubjects(table: TablePlan, tables: TablesByName): string[] {
  const links = selectLinks(table, tables);
  if (!hasOneSubject(table, tables)) {
    const first = `SELECT _n, min(_subject) AS _subject FROM ${staging.links(table)} GROUP BY _n`;
    return [
      `CREATE TABLE ${staging.links(table)} AS SELECT DISTINCT _n, _subject FROM (${links})`,
      `CREATE TABLE ${staging.kept(table)} AS ${numbered(first)}`,
    ];
  }
  return [
    `CREATE TABLE ${staging.kept(table)} AS ${numbered(links)}`,
    `CREATE VIEW ${staging.links(table)} AS SELECT _n, _subject FROM ${staging.kept(table)}`,
  ];
}

/** Whether no row can have several subjects. Primary keys that lead to subjects do not repeat: such packages are refused. */
function hasOneSubject(table: TablePlan, tables: TablesByName): boolean {
  const { subject } = table;
  if (subject.kind === 'root') return true;
  if (subject.kind === 'linked' || listField(table, subject.reference) !== null) return false;
  const target = tables(subject.reference.target);
  const named = new Set(subject.reference.targetFields);
  const isWholeKey = target.primaryKey.length > 0 && target.primaryKey.every((name) => named.has(name));
  return isWholeKey && hasOneSubject(target, tables);
}

function selectLinks(table: TablePlan, tables: TablesByName): string {
  const { subject } = table;
  if (subject.kind === 'root') return selectRoot(table);
  if (subject.kind === 'linked') {
    const link = tables(subject.link);
    return `SELECT p._other AS _n, t._subject FROM (${keyPairs(link, table, subject.reference)}) p
      JOIN ${staging.links(link)} t ON t._n = p._n`;
  }
  const target = tables(subject.reference.target);
  return `SELECT p._n, t._subject FROM (${keyPairs(table, target, subject.reference)}) p
    JOIN ${staging.links(target)} t ON t._n = p._other`;
}

function selectRoot(table: TablePlan): string {
  // A root without a key has a subject in each row.
  const present = [
    'true',
    ...table.primaryKey.map((name) => `${staging.key(fieldOf(table, name))} IS NOT NULL`),
  ];
  return `SELECT _n, CAST(row_number() OVER (ORDER BY _n) AS INTEGER) AS _subject
    FROM ${staging.rows(table)} WHERE ${present.join(' AND ')}`;
}

const numbered = (links: string): string =>
  `SELECT _n, CAST(row_number() OVER (ORDER BY _n) AS INTEGER) AS _row, _subject FROM (${links})`;

/** `SELECT _n, _other`: the rows of `from` and the rows of `to` that they name, in a list as well. */
export function keyPairs(from: TablePlan, to: TablePlan, reference: KeyReference): string {
  const list = listField(from, reference);
  const source = list === null ? staging.rows(from) : staging.keys(from, list);
  const tests = reference.fields.map((name, index) => {
    const own = list === null ? staging.key(fieldOf(from, name)) : 'key';
    const other = staging.key(fieldOf(to, reference.targetFields[index] ?? ''));
    return `a.${own} = b.${other}`;
  });
  return `SELECT a._n AS _n, b._n AS _other FROM ${source} a JOIN ${staging.rows(to)} b ON ${tests.join(' AND ')}`;
}

/** The field of the key where it is a list, so that a row may name several rows; else null. */
export function listField(table: TablePlan, { fields }: KeyReference): FieldPlan | null {
  const field = fieldOf(table, fields[0] ?? '');
  return field.delimiter === null ? null : field;
}

/** An expression for the join texts of a row `a`, as reports show them; null when one of them is missing. */
export function keyTextOf(table: TablePlan, fields: readonly string[]): string {
  return fields.map((name) => `a.${staging.key(fieldOf(table, name))}`).join(` || ', ' || `);
}
