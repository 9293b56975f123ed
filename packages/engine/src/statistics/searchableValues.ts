import { type RawBuilder, sql } from 'kysely';
import type { Concept } from '../dictionary/dictionary.ts';
import { ontologyNumber, storage } from '../dictionary/storage.ts';
import { type ReleaseSql, tableOf } from '../query/release.ts';

/** At most so many values of one concept can be found by the concept search (semantics 6). */
export const mostSearchableValues = 2000;

/** Rows `value`: the distinct values of a category concept, or labels of the terms of an ontology concept, in lower case. */
export function compileSearchableValues(concept: Concept, release: ReleaseSql): RawBuilder<unknown> {
  const collection = release.lookup.collection(concept.collectionId) ?? release.lookup.root;
  const values = concept.isMultiple
    ? sql`SELECT value FROM ${tableOf(release, storage.values(concept))}`
    : sql`SELECT ${sql.id(concept.id)} AS value FROM ${tableOf(release, storage.collection(collection))}`;
  const limit = sql.raw(String(mostSearchableValues));
  if (concept.ontologyId === null) {
    return sql`SELECT DISTINCT lower(value) AS value FROM (${values}) AS v WHERE value IS NOT NULL LIMIT ${limit}`;
  }
  const terms = tableOf(release, storage.terms(ontologyNumber(release.lookup.dictionary, concept)));
  return sql`SELECT lower(t.label) AS value FROM ${terms} AS t WHERE t.code IN (${values}) LIMIT ${limit}`;
}
