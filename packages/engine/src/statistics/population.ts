import { newCriteriaSet } from '@atrium/contract/wire/cohortTransformation';
import { type RawBuilder, sql } from 'kysely';
import { compileRowCondition } from '../cohort/compile/compileRowCondition.ts';
import { compileSubjects } from '../cohort/compile/compileSubjects.ts';
import type { CohortPlan } from '../cohort/plan/cohortPlan.ts';
import { recordSetOf, rowFilter } from '../cohort/plan/cohortPlan.ts';
import { planPrefilter } from '../cohort/plan/planFilter.ts';
import type { RowCondition } from '../concepts/rowCondition.ts';
import type { Collection, Concept } from '../dictionary/dictionary.ts';
import type { ReleaseSql } from '../rows/release.ts';
import { columnOf, type RowRef, rowOf, rowRef, sourceOf, subjectOf, valuesOf } from '../rows/rows.ts';

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
 * `WITH` three parts for a statement about one concept (rules 4.1 and 4.2): `subjects` (_subject), `population`
 * (_row, _subject: the rows described, of matching sets only) and `pair` (_row, _subject, value: one line per
 * distinct non-null value of a row, for each of its subjects).
 *
 * The severities of everyone:
 * ```sql
 * WITH subjects AS (SELECT "subject"."_subject" FROM "r1"."subject" AS "subject" WHERE TRUE),
 * described AS (
 *   SELECT "r"."_row" AS _row, "r"."_subject" AS _subject, "r"."severity" AS value
 *   FROM "r1"."diagnosis" AS "r" WHERE "r"."_subject" IN (SELECT _subject FROM subjects)),
 * population AS (SELECT _row, _subject FROM described),
 * pair AS (SELECT _row, _subject, value FROM described WHERE value IS NOT NULL)
 * ```
 */
export function compilePopulation(concept: Concept, population: Population, release: ReleaseSql): Fragment {
  const collection = release.lookup.collection(concept.collectionId) ?? release.lookup.root;
  const row = rowRef(collection, 'r');
  const tests: Fragment[] = [sql`${subjectOf(row)} IN (SELECT _subject FROM subjects)`];
  for (const condition of describedRecords(population, collection))
    tests.push(compileRowCondition(condition, row, release));
  return sql`WITH subjects AS (${compileSubjects(population.plan, release)}),
    described AS (
      SELECT ${rowOf(row)} AS _row, ${subjectOf(row)} AS _subject, ${ownValue(concept, row, release)} AS value
      FROM ${sourceOf(row, release)} WHERE ${sql.join(tests, sql` AND `)}),
    population AS (SELECT _row, _subject FROM described),
    pair AS (${pairs(concept, release)})`;
}

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
        JOIN ${valuesOf(concept, release)} AS v ON v._row = d._row`
    : sql`SELECT _row, _subject, value FROM described WHERE value IS NOT NULL`;

/**
 * One row: `entries`, the records without a value, and `subjects`, those without any value, even if they have no
 * record at all (rule 4.5).
 *
 * The severities of everyone, behind their population:
 * ```sql
 * … SELECT
 *   (SELECT count(DISTINCT _row) FROM population WHERE _row NOT IN (SELECT _row FROM pair)) AS entries,
 *   (SELECT count(*) FROM subjects WHERE _subject NOT IN (SELECT _subject FROM pair)) AS subjects
 * ```
 */
export const compileMissing = (concept: Concept, population: Population, release: ReleaseSql): Fragment =>
  sql`${compilePopulation(concept, population, release)}
    SELECT
      (SELECT count(DISTINCT _row) FROM population WHERE _row NOT IN (SELECT _row FROM pair)) AS entries,
      (SELECT count(*) FROM subjects WHERE _subject NOT IN (SELECT _subject FROM pair)) AS subjects`;
