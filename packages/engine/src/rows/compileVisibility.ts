import { type RawBuilder, sql } from 'kysely';
import type { Collection, Concept } from '../dictionary/dictionary.ts';
import { compileIsNull, compileValueTest } from './compileValueTest.ts';
import type { ReleaseSql } from './release.ts';
import { type RowRef, rowOf, rowRef, sourceOf, subjectOf } from './rows.ts';

type Fragment = RawBuilder<unknown>;

/** Whether the member may see the subject of this row of the root; null where everyone is visible. */
export function compileIsVisible(subject: RowRef, release: ReleaseSql): Fragment | null {
  const { subjects } = release.visibility;
  if (subjects.kind === 'all') return null;
  if (subjects.concepts.length === 0) return sql`FALSE`;
  const tests = subjects.concepts.map((concept) => compileIsTruthy(concept, subject, release));
  return sql`(${sql.join(tests, sql` OR `)})`;
}

/** Booleans that are true, numbers other than 0, and any value of another type (rule 1.12). */
function compileIsTruthy(concept: Concept, row: RowRef, release: ReleaseSql): Fragment {
  switch (concept.type) {
    case 'boolean':
      return compileValueTest({ concept, row, test: (value) => value }, release);
    case 'number':
      return compileValueTest({ concept, row, test: (value) => sql`${value} <> 0` }, release);
    default:
      return sql`NOT (${compileIsNull(concept, row, release)})`;
  }
}

/** `SELECT _row` of the collection's rows that belong to a visible subject; null where everyone is visible. */
export function compileVisibleRows(collection: Collection, release: ReleaseSql): Fragment | null {
  const subject = rowRef(release.lookup.root, 'seen');
  const isVisible = compileIsVisible(subject, release);
  if (isVisible === null) return null;
  const row = rowRef(collection, 'held');
  return sql`SELECT ${rowOf(row)} FROM ${sourceOf(row, release)} WHERE ${subjectOf(row)} IN (
    SELECT ${subjectOf(subject)} FROM ${sourceOf(subject, release)} WHERE ${isVisible})`;
}
