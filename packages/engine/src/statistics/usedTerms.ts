import { type RawBuilder, sql } from 'kysely';
import { compileSubjects } from '../cohort/compile/compileSubjects.ts';
import type { CohortPlan } from '../cohort/plan/cohortPlan.ts';
import type { Concept } from '../dictionary/dictionary.ts';
import { ontologyNumber, storage } from '../dictionary/storage.ts';
import { type ReleaseSql, tableOf } from '../rows/release.ts';
import { andOfSubject, columnOf, rowOf, rowRef, sourceOf, subjectOf, valuesOf } from '../rows/rows.ts';
import { textOrder } from '../sql/dialect.ts';
import { parameter } from '../sql/parameter.ts';

/** The subjects of a cohort, and how many rows are wanted at most. */
export interface TermsWanted {
  readonly plan: CohortPlan;
  readonly most: number;
}

/**
 * The terms of an ontology concept that the records of a cohort's subjects hold, and all terms above them: rows `code`,
 * `label`, `is_known`, `is_used` (held by a record itself) and `parent`, one for each parent, in the order of the
 * ontology.
 */
export function compileUsedTerms(
  concept: Concept,
  { plan, most }: TermsWanted,
  release: ReleaseSql,
): RawBuilder<unknown> {
  const number = ontologyNumber(release.lookup.dictionary, concept);
  const row = rowRef(release.lookup.collection(concept.collectionId) ?? release.lookup.root, 'r');
  const value = concept.isMultiple ? sql`v.value` : columnOf(row, concept, release);
  const values = concept.isMultiple
    ? sql`JOIN ${valuesOf(concept, release)} AS v
        ON v._row = ${rowOf(row)}${andOfSubject('v', concept, { subject: subjectOf(row), release })}`
    : sql``;
  const subjects = { column: sql`s._subject`, from: sql`subjects AS s` };
  return sql`WITH subjects AS (${compileSubjects(plan, release)}),
    used AS (SELECT DISTINCT ${value} AS code FROM ${sourceOf(row, release)} ${values}
      WHERE ${release.dialect.hasRow(subjectOf(row), subjects)} AND ${value} IS NOT NULL),
    kept AS (SELECT u.code FROM used AS u UNION
      SELECT w.ancestor FROM ${tableOf(release, storage.within(number))} AS w
        WHERE w.code IN (SELECT u.code FROM used AS u))
    SELECT t.code, t.label, t.is_known, t.code IN (SELECT u.code FROM used AS u) AS is_used, e.parent
    FROM ${tableOf(release, storage.terms(number))} AS t
      LEFT JOIN ${tableOf(release, storage.parents(number))} AS e ON e.code = t.code
    WHERE t.code IN (SELECT k.code FROM kept AS k)
    ORDER BY t.ordinal, ${textOrder(sql`e.parent`, release.dialect)}
    LIMIT ${parameter(most, 'BIGINT')}`;
}
