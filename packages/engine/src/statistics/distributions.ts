import { type RawBuilder, sql } from 'kysely';
import type { CohortPlan } from '../cohort/plan/cohortPlan.ts';
import { kindOf } from '../concepts/kinds.ts';
import type { Concept } from '../dictionary/dictionary.ts';
import { leastWord } from '../dictionary/numberWords.ts';
import { ontologyNumber, storage } from '../dictionary/storage.ts';
import { type ReleaseSql, tableOf } from '../rows/release.ts';
import { isWord } from '../rows/rows.ts';
import { parameter } from '../sql/parameter.ts';
import type { Bin } from './bins.ts';
import { compilePopulation } from './population.ts';

type Fragment = RawBuilder<unknown>;

/** A concept whose subjects are counted by bins, where it has a scale (at least one bin), or by each value. */
export interface DescribedConcept {
  readonly concept: Concept;
  readonly bins: readonly Bin[] | null;
}

/**
 * Rows `concept` (its index), `bar` (the value as text, or the index of the bin as text) and `subjects`, the distinct
 * subjects of the cohort with such a value, in no order; only bars that somebody has (rule 4.18). The words beside
 * numbers are bars of their own, `-1`, `-2`, … in the order of the dictionary; booleans are `True` and `False`.
 *
 * The severities of everyone:
 * ```sql
 * SELECT * FROM (
 *   WITH subjects AS (SELECT "subject"."_subject" FROM "r1"."subject" AS "subject" WHERE TRUE),
 *   described AS (
 *     SELECT "r"."_row" AS _row, "r"."_subject" AS _subject, "r"."severity" AS value
 *     FROM "r1"."diagnosis" AS "r" WHERE "r"."_subject" IN (SELECT s._subject FROM subjects AS s WHERE TRUE)),
 *   pair AS (SELECT _row, _subject, value FROM described WHERE value IS NOT NULL)
 *   SELECT 0 AS concept, bar, count(*) AS subjects
 *   FROM (SELECT DISTINCT _subject, value AS bar FROM pair) AS bars GROUP BY bar) AS part
 * ```
 */
export const compileDistributions = (
  concepts: readonly DescribedConcept[],
  plan: CohortPlan,
  release: ReleaseSql,
): Fragment =>
  sql.join(
    concepts.map(
      (
        { concept, bins },
        index,
      ) => sql`SELECT * FROM (${compilePopulation(concept, { plan, prefilter: null }, release)}
        SELECT ${sql.raw(String(index))} AS concept, bar, count(*) AS subjects
        FROM (SELECT DISTINCT _subject, ${barOf(concept, bins)} AS bar FROM pair) AS bars GROUP BY bar) AS part`,
    ),
    sql` UNION ALL `,
  );

function barOf(concept: Concept, bins: readonly Bin[] | null): Fragment {
  const { columnType, hasWords, scale } = kindOf(concept);
  if (columnType === 'BOOLEAN') return sql`CASE WHEN value THEN 'True' ELSE 'False' END`;
  if (bins === null) return sql`value`;
  const type = scale === 'date' ? 'DATE' : 'DOUBLE PRECISION';
  const cases = bins
    .map(({ from }, index) =>
      index === 0
        ? sql`ELSE '0'`
        : sql`WHEN value >= ${parameter(from, type)} THEN ${parameter(String(index), 'VARCHAR')}`,
    )
    .toReversed();
  const words = hasWords
    ? sql`WHEN ${isWord(sql`value`)} THEN CAST(CAST(-value / ${parameter(leastWord, 'DOUBLE PRECISION')} AS INTEGER) AS VARCHAR)`
    : sql``;
  // One bin has no case to tell it from another.
  return cases.length === 1 && !hasWords ? sql`'0'` : sql`CASE ${words} ${sql.join(cases, sql` `)} END`;
}

/** Rows `code`, `label`: how these terms of an ontology concept are called. */
export const compileTermLabels = (
  concept: Concept,
  codes: readonly string[],
  release: ReleaseSql,
): Fragment =>
  sql`SELECT t.code, t.label FROM ${tableOf(release, storage.terms(ontologyNumber(release.lookup.dictionary, concept)))} AS t
    WHERE ${release.dialect.isAmong(sql`t.code`, codes)}`;

/** Rows `code`, `label`: the terms of an ontology concept that are called so. */
export const compileTermsNamed = (
  concept: Concept,
  labels: readonly string[],
  release: ReleaseSql,
): Fragment =>
  sql`SELECT t.code, t.label FROM ${tableOf(release, storage.terms(ontologyNumber(release.lookup.dictionary, concept)))} AS t
    WHERE t.is_known AND ${release.dialect.isAmong(sql`t.label`, labels)}`;
