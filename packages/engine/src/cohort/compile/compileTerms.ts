import { type RawBuilder, sql } from 'kysely';
import type { Concept } from '../../dictionary/dictionary.ts';
import { ontologyNumber, storage } from '../../dictionary/storage.ts';
import { type ReleaseSql, tableOf } from '../../rows/release.ts';

type Fragment = RawBuilder<unknown>;

/** The code is one of these terms or below one; a code that was merged into another since counts as that other. */
export function compileWithinTerms(
  { concept, codes, value }: { concept: Concept; codes: readonly string[]; value: Fragment },
  release: ReleaseSql,
): Fragment {
  const number = ontologyNumber(release.lookup.dictionary, concept);
  const within = tableOf(release, storage.within(number));
  const alternatives = tableOf(release, storage.alternatives(number));
  const { isAmong } = release.dialect;
  return sql`${value} IN (
    SELECT w.code FROM ${within} AS w WHERE ${isAmong(sql`w.ancestor`, codes)}
    UNION ALL SELECT w.code FROM ${within} AS w JOIN ${alternatives} AS m ON m.code = w.ancestor
      WHERE ${isAmong(sql`m.alternative`, codes)})`;
}

/** The code is in the data but not in the ontology; null is not unknown (rule 2.19). */
export function compileUnknownTerm(concept: Concept, value: Fragment, release: ReleaseSql): Fragment {
  const terms = tableOf(release, storage.terms(ontologyNumber(release.lookup.dictionary, concept)));
  return sql`${value} IN (SELECT t.code FROM ${terms} AS t WHERE NOT t.is_known)`;
}
