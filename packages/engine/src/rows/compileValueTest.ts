import { type RawBuilder, sql } from 'kysely';
import type { Concept } from '../dictionary/dictionary.ts';
import { storage } from '../dictionary/storage.ts';
import { type ReleaseSql, tableOf } from './release.ts';
import { columnOf, type RowRef, rowOf, valuesOf } from './rows.ts';

type Fragment = RawBuilder<unknown>;

/**
 * True where the row's value passes the test, and false, never null, where it has none. Values of a multi-valued
 * concept are looked for apart for each test, so two filters may be met by different values (rule 2.7).
 */
export function compileValueTest(
  { concept, row, test }: { concept: Concept; row: RowRef; test: (value: Fragment) => Fragment },
  release: ReleaseSql,
): Fragment {
  if (!concept.isMultiple) {
    const column = columnOf(row, concept, release);
    return sql`(${column} IS NOT NULL AND ${test(column)})`;
  }
  const values = valuesOf(concept, release);
  return sql`${rowOf(row)} IN (SELECT v._row FROM ${values} AS v WHERE ${test(sql`v.value`)})`;
}

/** True where the row has no value of the concept; an empty list is no value. */
export function compileIsNull(concept: Concept, row: RowRef, release: ReleaseSql): Fragment {
  if (!concept.isMultiple) return sql`${columnOf(row, concept, release)} IS NULL`;
  return sql`${rowOf(row)} NOT IN (SELECT v._row FROM ${tableOf(release, storage.values(concept))} AS v)`;
}
