import { type RawBuilder, sql } from 'kysely';
import { compileValues } from '../cohort/edit/knownValues.ts';
import type { Concept } from '../dictionary/dictionary.ts';
import type { ReleaseSql } from '../rows/release.ts';
import { parameter } from '../sql/parameter.ts';

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
