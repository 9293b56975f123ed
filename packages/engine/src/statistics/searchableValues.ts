import { type RawBuilder, sql } from 'kysely';
import { compileValues } from '../cohort/edit/knownValues.ts';
import { kindOf } from '../concepts/kinds.ts';
import type { Concept } from '../dictionary/dictionary.ts';
import { ontologyNumber, storage } from '../dictionary/storage.ts';
import { type ReleaseSql, tableOf } from '../rows/release.ts';
import { isWord } from '../rows/rows.ts';
import { textOrder } from '../sql/dialect.ts';
import { parameter } from '../sql/parameter.ts';

/** At most so many values of one concept can be found by the concept search; they are kept in memory. */
export const maxSearchableValues = 50_000;

/**
 * Rows `value`: the distinct values of a category concept in order, or the words beside numbers; of an ontology concept the labels, then the
 * synonyms, then the codes of the terms that occur, themselves or through a descendant (rule 4.12).
 */
export function compileSearchableValues(concept: Concept, release: ReleaseSql): RawBuilder<unknown> {
  const values = compileValues(concept, release);
  const order = textOrder(sql`value`, release.dialect);
  const limit = sql.raw(String(maxSearchableValues));
  if (concept.ontologyId === null) {
    const { hasWords } = kindOf(concept);
    const isListed = hasWords ? isWord(sql`value`) : sql`value IS NOT NULL`;
    return sql`SELECT value FROM (SELECT DISTINCT value FROM (${values}) AS v WHERE ${isListed}) AS d
      ORDER BY ${hasWords ? sql`value` : order} LIMIT ${limit}`;
  }
  const number = ontologyNumber(release.lookup.dictionary, concept);
  const terms = tableOf(release, storage.terms(number));
  return sql`WITH occurring AS (${values}), held AS (SELECT value AS code FROM occurring
      UNION SELECT w.ancestor FROM ${tableOf(release, storage.within(number))} AS w
        WHERE w.code IN (SELECT value FROM occurring)),
    named AS (SELECT t.label AS value, 0 AS rank FROM ${terms} AS t WHERE t.code IN (SELECT code FROM held)
      UNION SELECT s.synonym, 1 FROM ${tableOf(release, storage.synonyms(number))} AS s
        WHERE s.code IN (SELECT code FROM held)
      UNION SELECT t.code, 2 FROM ${terms} AS t WHERE t.code IN (SELECT code FROM held))
    SELECT value FROM named ORDER BY rank, ${order} LIMIT ${limit}`;
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
  const hits = words.map((word, index) => {
    const held = sql`position(lower(${parameter(word, 'VARCHAR')}) IN lower(v.value)) > 0`;
    return sql`min(v.value) FILTER (WHERE ${held}) AS ${sql.raw(`hit${index}`)}`;
  });
  const ofConcept = (concept: Concept): RawBuilder<unknown> =>
    sql`SELECT ${parameter(concept.id, 'VARCHAR')} AS concept, ${sql.join(hits)}
      FROM (${compileValues(concept, release)}) AS v`;
  return sql.join(concepts.map(ofConcept), sql` UNION ALL `);
}
