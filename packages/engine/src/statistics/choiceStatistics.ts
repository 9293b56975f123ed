import { type RawBuilder, sql } from 'kysely';
import { kindOf } from '../concepts/kinds.ts';
import type { Concept } from '../dictionary/dictionary.ts';
import { ontologyNumber, storage } from '../dictionary/storage.ts';
import { type ReleaseSql, tableOf } from '../rows/release.ts';
import { isWord } from '../rows/rows.ts';
import { textOrder } from '../sql/dialect.ts';
import { compilePopulation, compileTally, type Population } from './population.ts';

/**
 * Rows `value`, `entries`, `subjects`: most entries first, ties by value (rules 4.3 and 4.7). Words beside numbers come
 * as `wordOf` takes them.
 *
 * The severities of everyone, behind their population:
 * ```sql
 * … SELECT value AS value, entries, subjects FROM (
 *   SELECT value, CAST(sum(entries) AS BIGINT) AS entries, count(*) AS subjects
 *   FROM (SELECT value, _subject, count(*) AS entries FROM pair GROUP BY value, _subject) AS tally GROUP BY value
 * ) AS tallied ORDER BY entries DESC, value
 * ```
 */
export const compileChoiceStatistics = (
  concept: Concept,
  population: Population,
  release: ReleaseSql,
): RawBuilder<unknown> =>
  sql`${compilePopulation(concept, population, release)}
    SELECT ${label(concept)} AS value, entries, subjects
    FROM (${compileTally(concept, listedPairs(concept), release)}) AS tallied ORDER BY entries DESC, ${kindOf(concept).isText ? textOrder(sql`value`, release.dialect) : sql`1`}`;

/** Booleans are spelled as the wire spells them. */
const label = (concept: Concept): RawBuilder<unknown> =>
  kindOf(concept).columnType === 'BOOLEAN' ? sql`CASE WHEN value THEN 'True' ELSE 'False' END` : sql`value`;

/** The values that are listed one by one: of a concept with words beside its numbers, the words. */
const listedPairs = (concept: Concept): RawBuilder<unknown> =>
  kindOf(concept).hasWords ? sql`pair WHERE ${isWord(sql`value`)}` : sql`pair`;

/**
 * Rows `value`: every distinct value of a text or category concept in order; the labels of an ontology's terms
 * (rule 4.7).
 */
export function compileSortedValues(
  concept: Concept,
  population: Population,
  release: ReleaseSql,
): RawBuilder<unknown> {
  return sql`${compilePopulation(concept, population, release)}
    SELECT value FROM (${distinctTexts(concept, release)}) AS d
    ORDER BY ${kindOf(concept).isText ? textOrder(sql`value`, release.dialect) : sql`value`}`;
}

/** `SELECT value` of each value once, terms by their labels; to be put after `compilePopulation`. */
export function distinctTexts(concept: Concept, release: ReleaseSql): RawBuilder<unknown> {
  if (!kindOf(concept).isCoded) return sql`SELECT DISTINCT value FROM ${listedPairs(concept)}`;
  const terms = tableOf(release, storage.terms(ontologyNumber(release.lookup.dictionary, concept)));
  return sql`SELECT DISTINCT t.label AS value FROM ${terms} AS t JOIN (SELECT DISTINCT value FROM pair) AS held
    ON held.value = t.code`;
}
