import { type RawBuilder, sql } from 'kysely';
import type { Concept } from '../dictionary/dictionary.ts';
import { ontologyNumber, storage } from '../dictionary/storage.ts';
import { type ReleaseSql, tableOf } from '../query/release.ts';
import { compilePopulation, type Population } from './population.ts';

/** Rows `value`: every distinct value in order; the labels of an ontology's terms (contract 6.2, include_statistics). */
export function compileSortedValues(
  concept: Concept,
  population: Population,
  release: ReleaseSql,
): RawBuilder<unknown> {
  const values = compilePopulation(concept, population, release);
  if (concept.type !== 'ontology') return sql`${values} SELECT DISTINCT value FROM pair ORDER BY value`;
  const terms = tableOf(release, storage.terms(ontologyNumber(release.lookup.dictionary, concept)));
  return sql`${values} SELECT DISTINCT t.label AS value FROM ${terms} AS t
    WHERE t.code IN (SELECT value FROM pair) ORDER BY value`;
}
