import { type RawBuilder, sql } from 'kysely';
import { kindOf } from '../concepts/kinds.ts';
import type { Collection, Concept } from '../dictionary/dictionary.ts';
import type { ReleaseSql } from './release.ts';
import { compileIsNull, compileValueTest, type RowRef, rowOf, rowRef, sourceOf, subjectOf } from './rows.ts';

type Fragment = RawBuilder<unknown>;

/** Whether the member may see the subject of this row of the root; null where everyone is visible. */
export function compileIsVisible(subject: RowRef, release: ReleaseSql): Fragment | null {
  const { subjects } = release.visibility;
  if (subjects.kind === 'all') return null;
  if (subjects.concepts.length === 0) return sql`FALSE`;
  const tests = subjects.concepts.map((concept) => compileIsTruthy(concept, subject, release));
  return sql`(${sql.join(tests, sql` OR `)})`;
}

/**
 * The row has a value of the concept that makes its subject visible; for some types not every value does (rule 1.12).
 */
function compileIsTruthy(concept: Concept, row: RowRef, release: ReleaseSql): Fragment {
  const test = kindOf(concept).isTruthy;
  return test === null
    ? sql`NOT (${compileIsNull(concept, row, release)})`
    : compileValueTest({ concept, row, test }, release);
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
