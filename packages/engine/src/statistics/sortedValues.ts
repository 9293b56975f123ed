import { type RawBuilder, sql } from 'kysely';
import { kindOf } from '../concepts/kinds.ts';
import type { Concept } from '../dictionary/dictionary.ts';
import { ontologyNumber, storage } from '../dictionary/storage.ts';
import { type ReleaseSql, tableOf } from '../rows/release.ts';
import { textOrder } from '../sql/textOrder.ts';
import { compilePopulation, type Population } from './population.ts';

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
    ORDER BY ${textOrder(sql`value`, release.dialect)}`;
}

/** `SELECT value` of each value once, of terms their labels; stands behind `compilePopulation`. */
export function distinctTexts(concept: Concept, release: ReleaseSql): RawBuilder<unknown> {
  if (!kindOf(concept).isCoded) return sql`SELECT DISTINCT value FROM pair`;
  const terms = tableOf(release, storage.terms(ontologyNumber(release.lookup.dictionary, concept)));
  return sql`SELECT DISTINCT t.label AS value FROM ${terms} AS t WHERE t.code IN (SELECT value FROM pair)`;
}
