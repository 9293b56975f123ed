import { type RawBuilder, sql } from 'kysely';
import { kindOf } from '../concepts/kinds.ts';
import type { Concept } from '../dictionary/dictionary.ts';
import { codeOfWord } from '../dictionary/numberWords.ts';
import type { ReleaseSql } from '../rows/release.ts';
import { columnOf, digitsOf, isWord, type RowRef } from '../rows/rows.ts';
import { parameter } from '../sql/parameter.ts';

type Fragment = RawBuilder<unknown>;

/** What says whose a file is, as texts of a row of the root; null what the member may not use or the data do not say. */
export interface SubjectNames {
  readonly participant: Fragment | null;
  readonly family: Fragment | null;
  readonly role: Fragment | null;
}

/** The names of the subject of a row of the root, as far as the member may use their concepts (rule 13.87). */
export function subjectNames(row: RowRef, release: ReleaseSql): SubjectNames {
  const { subjectId, dictionary, concept } = release.lookup;
  const named = (id: string | undefined): Fragment | null => {
    const found = id === undefined ? undefined : concept(id);
    return found === undefined ? null : textOf(found, row, release);
  };
  return {
    participant: named(subjectId?.id),
    family: named(dictionary.families?.familyConceptId),
    role: named(dictionary.families?.roleConceptId),
  };
}

/** Beyond it a whole number is no BIGINT. */
const maxBigInt = 9e18;

/** A single value as text, with all digits of a whole number. */
function textOf(concept: Concept, row: RowRef, release: ReleaseSql): Fragment {
  if (concept.keepsDigits) return sql`CAST(${digitsOf(row, concept)} AS VARCHAR)`;
  const column = columnOf(row, concept, release);
  const text = sql`CAST(${column} AS VARCHAR)`;
  const { hasWords } = kindOf(concept);
  const cases = [
    ...(hasWords && concept.words.length > 0
      ? [sql`WHEN ${isWord(column)} THEN ${wordIn(concept, column)}`]
      : []),
    ...(concept.isInteger
      ? [
          sql`WHEN abs(${column}) < ${parameter(maxBigInt, 'DOUBLE PRECISION')}
          THEN CAST(CAST(${column} AS BIGINT) AS VARCHAR)`,
        ]
      : []),
  ];
  return cases.length === 0 ? text : sql`(CASE ${sql.join(cases, sql` `)} ELSE ${text} END)`;
}

function wordIn({ words }: Concept, column: Fragment): Fragment {
  const cases = words.map(
    ({ text }, index) =>
      sql`WHEN ${parameter(codeOfWord(index), 'DOUBLE PRECISION')} THEN ${parameter(text, 'VARCHAR')}`,
  );
  return sql`(CASE ${column} ${sql.join(cases, sql` `)} END)`;
}
