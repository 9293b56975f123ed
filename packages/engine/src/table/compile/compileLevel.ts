import { type RawBuilder, sql } from 'kysely';
import type { Concept } from '../../dictionary/dictionary.ts';
import { ontologyNumber, storage } from '../../dictionary/storage.ts';
import { type ReleaseSql, tableOf } from '../../rows/release.ts';

/**
 * Rows `code`, `top`: every known term with each term of the level that it lies within, itself where it is one. A
 * term's level is the number of terms on its shortest way from a root, which is level 1 (rule 6.12).
 */
export function compileLevel(concept: Concept, level: number, release: ReleaseSql): RawBuilder<unknown> {
  const number = ontologyNumber(release.lookup.dictionary, concept);
  const parents = tableOf(release, storage.parents(number));
  return sql`(WITH RECURSIVE way AS (
      SELECT t.code, 1 AS steps FROM ${tableOf(release, storage.terms(number))} AS t
        WHERE t.is_known AND t.code NOT IN (SELECT e.code FROM ${parents} AS e)
      UNION SELECT e.code, y.steps + 1 FROM way AS y JOIN ${parents} AS e ON e.parent = y.code
        WHERE y.steps < ${sql.raw(String(level))})
    SELECT w.code, w.ancestor AS top FROM ${tableOf(release, storage.within(number))} AS w
      JOIN (SELECT y.code FROM way AS y GROUP BY y.code HAVING min(y.steps) = ${sql.raw(String(level))}) AS at_level
        ON at_level.code = w.ancestor)`;
}
