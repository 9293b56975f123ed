import { type RawBuilder, sql } from 'kysely';
import { compileValues } from '../cohort/transform/known/compileKnownValues.ts';
import type { Concept } from '../dictionary/dictionary.ts';
import { ontologyNumber, storage } from '../dictionary/storage.ts';
import { parameter } from '../query/parameter.ts';
import { type ReleaseSql, tableOf } from '../query/release.ts';

/** At most so many values of one concept, and so many synonyms, can be found by the concept search (semantics 6). */
export const mostSearchableValues = 2000;

/** Rows `value`: the distinct values of a category concept, or labels and synonyms of the terms of an ontology concept. */
export function compileSearchableValues(concept: Concept, release: ReleaseSql): RawBuilder<unknown> {
  const values = compileValues(concept, release);
  const limit = sql.raw(String(mostSearchableValues));
  if (concept.ontologyId === null) {
    return sql`SELECT DISTINCT value FROM (${values}) AS v WHERE value IS NOT NULL LIMIT ${limit}`;
  }
  const number = ontologyNumber(release.lookup.dictionary, concept);
  const terms = tableOf(release, storage.terms(number));
  const synonyms = tableOf(release, storage.synonyms(number));
  return sql`(SELECT t.label AS value FROM ${terms} AS t WHERE t.code IN (${values}) LIMIT ${limit})
    UNION (SELECT s.synonym AS value FROM ${synonyms} AS s WHERE s.code IN (${values}) LIMIT ${limit})`;
}

/**
 * One row a text concept: `concept`, its id, and for each word in `hit0`, `hit1`, … the first of its values that holds
 * the word in any case, or null. Texts are looked through at each search, for they can be as many as the records.
 */
export function compileTextHits(
  concepts: readonly Concept[],
  words: readonly string[],
  release: ReleaseSql,
): RawBuilder<unknown> {
  const hits = words.map((word, place) => {
    const held = sql`position(lower(${parameter(word, 'VARCHAR')}) IN lower(v.value)) > 0`;
    return sql`min(v.value) FILTER (WHERE ${held}) AS ${sql.raw(`hit${place}`)}`;
  });
  const ofConcept = (concept: Concept): RawBuilder<unknown> =>
    sql`SELECT ${parameter(concept.id, 'VARCHAR')} AS concept, ${sql.join(hits)}
      FROM (${compileValues(concept, release)}) AS v`;
  return sql.join(concepts.map(ofConcept), sql` UNION ALL `);
}
