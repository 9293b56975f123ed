import type { TablePlan } from '../package/packagePlan.ts';
import { keyPairs } from './keyPairs.ts';
import { fieldOf, staging } from './staging.ts';

/** Tables by name. */
export type TablesByName = (name: string) => TablePlan;

/**
 * Statements that find the subjects of a table's rows and number the rows that have any: `links` and `kept`. Tables
 * come in plan order, so what a path leads over is resolved already.
 */
export function resolveSubjects(table: TablePlan, tables: TablesByName): string[] {
  const links = `CREATE TABLE ${staging.links(table)} AS ${selectLinks(table, tables)}`;
  return [links, `CREATE TABLE ${staging.kept(table)} AS ${selectKept(table)}`];
}

function selectLinks(table: TablePlan, tables: TablesByName): string {
  const { subject } = table;
  if (subject.kind === 'root') return selectRoot(table);
  if (subject.kind === 'linked') {
    const link = tables(subject.link);
    return `SELECT DISTINCT p._other AS _n, t._subject FROM (${keyPairs(link, table, subject.reference)}) p
      JOIN ${staging.links(link)} t ON t._n = p._n`;
  }
  const target = tables(subject.reference.target);
  return `SELECT DISTINCT p._n, t._subject FROM (${keyPairs(table, target, subject.reference)}) p
    JOIN ${staging.links(target)} t ON t._n = p._other`;
}

function selectRoot(table: TablePlan): string {
  const present = table.primaryKey.map((name) => `${staging.key(fieldOf(table, name))} IS NOT NULL`);
  return `SELECT _n, CAST(row_number() OVER (ORDER BY _n) AS INTEGER) AS _subject
    FROM ${staging.rows(table)} WHERE ${present.join(' AND ')}`;
}

const selectKept = (table: TablePlan): string =>
  `SELECT _n, CAST(row_number() OVER (ORDER BY _n) AS INTEGER) AS _row, _subject FROM (
    SELECT _n, min(_subject) AS _subject FROM ${staging.links(table)} GROUP BY _n)`;
