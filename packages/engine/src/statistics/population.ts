import { newCriteriaSet } from '@atrium/contract/wire/cohortTransformation';
import { type RawBuilder, sql } from 'kysely';
import { compileRowFilter } from '../cohort/compile/compileRowCondition.ts';
import { compileSubjects } from '../cohort/compile/compileSubjects.ts';
import type { CohortPlan } from '../cohort/plan/cohortPlan.ts';
import { recordSetOf, rowFilter } from '../cohort/plan/cohortPlan.ts';
import { planPrefilter } from '../cohort/plan/planFilter.ts';
import type { RowCondition } from '../concepts/rowCondition.ts';
import type { Collection, Concept } from '../dictionary/dictionary.ts';
import { asPart, type ReleaseSql } from '../rows/release.ts';
import {
  andOfSubject,
  columnOf,
  type RowRef,
  rowOf,
  rowRef,
  sourceOf,
  subjectOf,
  valuesOf,
} from '../rows/rows.ts';

type Fragment = RawBuilder<unknown>;

/**
 * Whose values of a concept are described: the subjects of a cohort, and where the concept has a prefilter, the rows
 * with one value of it.
 */
export interface Population {
  /** A plan without conditions is everyone. */
  readonly plan: CohortPlan;
  readonly prefilter: { readonly concept: Concept; readonly value: string } | null;
  /**
   * The criteria set whose records are described instead of those of any set, by its entry id; `new` stands for one
   * that does not exist yet, so for all records (rule 4.13).
   */
  readonly criteriaSet?: string | undefined;
  /** What the records must meet besides: that they are present, or absent (rule 4.14). */
  readonly polarity?: RowCondition | null;
}

/**
 * `WITH` three parts for a statement about one concept (rules 4.1 and 4.2): `subjects` (_subject), `described` (_row,
 * _subject, value: the rows described, of matching sets only) and `pair` (_row, _subject, value: one line per distinct
 * non-null value of a row, for each of its subjects). A part that is named once costs nothing of its own.
 *
 * The severities of everyone:
 * ```sql
 * WITH subjects AS (SELECT "subject"."_subject" FROM "r1"."subject" AS "subject" WHERE TRUE),
 * described AS (
 *   SELECT "r"."_row" AS _row, "r"."_subject" AS _subject, "r"."severity" AS value
 *   FROM "r1"."diagnosis" AS "r" WHERE "r"."_subject" IN (SELECT s._subject FROM subjects AS s WHERE TRUE)),
 * pair AS (SELECT _row, _subject, value FROM described WHERE value IS NOT NULL)
 * ```
 */
export function compilePopulation(concept: Concept, population: Population, release: ReleaseSql): Fragment {
  const collection = release.lookup.collection(concept.collectionId) ?? release.lookup.root;
  const row = rowRef(collection, 'r');
  const subjects = { column: sql`s._subject`, from: sql`subjects AS s` };
  const tests: Fragment[] = [release.dialect.hasRow(subjectOf(row), subjects)];
  for (const condition of describedRecords(population, collection))
    tests.push(compileRowFilter(condition, row, release));
  const as = asPart(release);
  return sql`WITH subjects ${as} (${compileSubjects(population.plan, release)}),
    described ${as} (
      SELECT ${rowOf(row)} AS _row, ${subjectOf(row)} AS _subject, ${ownValue(concept, row, release)} AS value
      FROM ${sourceOf(row, release)} WHERE ${sql.join(tests, sql` AND `)}),
    pair ${as} (${pairs(concept, release)})`;
}

/** Whether each record is of one subject, so that no two pairs are of one record and one value (rule 1.3). */
export const areOwnRows = ({ collectionId }: Concept, { lookup }: ReleaseSql): boolean =>
  lookup.collection(collectionId)?.sharedRows !== true;

/**
 * Rows `value`, `entries` and `subjects`: how many records and subjects have each value in these lines of `pair`. Where
 * records are of one subject each, they are tallied by subject first, which is more than twice as fast as counting
 * distinct ones.
 */
export const compileTally = (concept: Concept, pairs: Fragment, release: ReleaseSql): Fragment =>
  areOwnRows(concept, release)
    ? sql`SELECT value, CAST(sum(entries) AS BIGINT) AS entries, count(*) AS subjects
        FROM (SELECT value, _subject, count(*) AS entries FROM ${pairs} GROUP BY value, _subject) AS tally GROUP BY value`
    : sql`SELECT value, count(DISTINCT _row) AS entries, count(DISTINCT _subject) AS subjects FROM ${pairs} GROUP BY value`;

/** What records of the subjects must meet, all of it, to be described. */
export function describedRecords(population: Population, collection: Collection): readonly RowCondition[] {
  const { polarity = null, prefilter } = population;
  const given = prefilter === null ? null : planPrefilter(prefilter.concept, prefilter.value);
  return [recordsOf(population, collection), polarity, given].filter((condition) => condition !== null);
}

/** Which records are described: those of the named criteria set, or of any set of the collection; null for all. */
function recordsOf({ plan, criteriaSet }: Population, collection: Collection): RowCondition | null {
  if (criteriaSet === newCriteriaSet) return null;
  const set = recordSetOf(plan, criteriaSet, collection.id);
  return set === undefined ? rowFilter(plan, collection.id) : set.condition;
}

const ownValue = (concept: Concept, row: RowRef, release: ReleaseSql): Fragment =>
  concept.isMultiple ? sql`NULL` : columnOf(row, concept, release);

const pairs = (concept: Concept, release: ReleaseSql): Fragment =>
  concept.isMultiple
    ? sql`SELECT d._row, d._subject, v.value FROM described AS d
        JOIN ${valuesOf(concept, release)} AS v
          ON v._row = d._row${andOfSubject('v', concept, { subject: sql`d._subject`, release })}`
    : sql`SELECT _row, _subject, value FROM described WHERE value IS NOT NULL`;

/**
 * One row: `entries`, the records without a value, and `subjects`, those without any value, even if they have no
 * record at all (rule 4.5).
 *
 * The severities of everyone, behind their population:
 * ```sql
 * … SELECT
 *   (SELECT count(*) FROM described WHERE value IS NULL) AS entries,
 *   (SELECT count(*) FROM subjects AS s WHERE NOT s._subject IN (SELECT p._subject FROM pair AS p WHERE TRUE)) AS subjects
 * ```
 */
export function compileMissing(concept: Concept, population: Population, release: ReleaseSql): Fragment {
  const { hasRow } = release.dialect;
  const areOwn = areOwnRows(concept, release);
  const ofSubject = release.dialect.isDistributed && areOwn ? sql`p._subject = n._subject` : sql`TRUE`;
  const hasValue = hasRow(sql`n._row`, { column: sql`p._row`, from: sql`pair AS p`, where: ofSubject });
  const entries =
    areOwn && !concept.isMultiple
      ? sql`SELECT count(*) FROM described WHERE value IS NULL`
      : sql`SELECT count(${areOwn ? sql`*` : sql`DISTINCT n._row`}) FROM described AS n WHERE NOT ${hasValue}`;
  const isInPair = hasRow(sql`s._subject`, { column: sql`p._subject`, from: sql`pair AS p` });
  return sql`${compilePopulation(concept, population, release)}
    SELECT (${entries}) AS entries, (SELECT count(*) FROM subjects AS s WHERE NOT ${isInPair}) AS subjects`;
}
