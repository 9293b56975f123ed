import { unreachable } from '@atrium/contract/errors/unreachable';
import type { CountRule } from '@atrium/contract/wire/cohortDefinition';
import { type RawBuilder, sql } from 'kysely';
import { compileIsVisible } from '../../rows/compileVisibility.ts';
import type { ReleaseSql } from '../../rows/release.ts';
import { type RowRef, rowOf, rowRef, sourceOf, subjectOf } from '../../rows/rows.ts';
import { parameter } from '../../sql/parameter.ts';
import { alternativesOf, type CohortPlan, type SetPlan } from '../plan/cohortPlan.ts';
import { compileKin } from './compileKin.ts';
import { compileRowCondition } from './compileRowCondition.ts';

type Fragment = RawBuilder<unknown>;

/**
 * `SELECT _subject` of the subjects in the cohort that the member may see, each once, in no order.
 *
 * Diagnoses with the severity mild, at least 2:
 * ```sql
 * SELECT "subject"."_subject" FROM "r1"."subject" AS "subject"
 * WHERE TRUE AND "subject"."_subject" IN (
 *   SELECT "own"."_subject" FROM "r1"."diagnosis" AS "own"
 *   WHERE ((("own"."severity" IS NOT NULL AND "own"."severity" IN (SELECT unnest($1::VARCHAR[])))))
 *   GROUP BY "own"."_subject" HAVING count(DISTINCT "own"."_row") >= $2::BIGINT)
 * ```
 */
export function compileSubjects(plan: CohortPlan, release: ReleaseSql): Fragment {
  const subject = rowRef(release.lookup.root, 'subject');
  const isVisible = compileIsVisible(subject, release);
  const tests = [
    ...(isVisible === null ? [] : [isVisible]),
    ...(plan.among === undefined
      ? [
          compileRowCondition(plan.subject, subject, release),
          ...alternativesOf(plan.sets).map((sets) => compileAnyOf(sets, subject, release)),
          ...(plan.within ?? []).map(
            (other) => sql`${subjectOf(subject)} IN (${compileSubjects(other, release)})`,
          ),
          ...(plan.without ?? []).map(
            (other) => sql`${subjectOf(subject)} NOT IN (${compileSubjects(other, release)})`,
          ),
        ]
      : [sql`${subjectOf(subject)} IN (SELECT unnest(${parameter(plan.among, 'INTEGER[]')}))`]),
  ];
  return sql`SELECT ${subjectOf(subject)} FROM ${sourceOf(subject, release)} WHERE ${sql.join(tests, sql` AND `)}`;
}

/** One row: `count`, the number of subjects in the cohort. */
export const compileCount = (plan: CohortPlan, release: ReleaseSql): Fragment =>
  sql`SELECT count(*) AS count FROM (${compileSubjects(plan, release)}) AS subjects`;

/** One row: `c0`, `c1`, …, the number of subjects in each of the cohorts. */
export const compileCounts = (plans: readonly CohortPlan[], release: ReleaseSql): Fragment =>
  sql`SELECT ${sql.join(
    plans.map((plan, index) => sql`(${compileCount(plan, release)}) AS ${sql.id(`c${index}`)}`),
  )}`;

/** One set, or any of some alternatives (rule 2.24). */
function compileAnyOf(sets: readonly SetPlan[], subject: RowRef, release: ReleaseSql): Fragment {
  const tests = sets.map((set) => compileSetTest(set, subject, release));
  return tests.length === 1 ? sql.join(tests) : sql`(${sql.join(tests, sql` OR `)})`;
}

/** Whether the subject meets the set, or a relative does. */
function compileSetTest(set: SetPlan, subject: RowRef, release: ReleaseSql): Fragment {
  const test = (row: RowRef): Fragment =>
    set.collection.isRoot
      ? compileRowCondition(set.condition, row, release)
      : compileCountTest(set, subjectOf(row), release);
  return set.kin === undefined ? test(subject) : compileKin(set.kin, { subject, test }, release);
}

/** A subject without matching rows meets some count rules; those are compiled as `NOT IN` (rule 2.8). */
function compileCountTest(set: SetPlan, subject: Fragment, release: ReleaseSql): Fragment {
  const { operator, value } = set.count;
  const having = (rows: RowsOfSubject | null): Fragment =>
    sql`(${compileSubjectsWithRows(set, rows, release)})`;
  switch (operator) {
    case 'at least':
      if (value === 0) return sql`TRUE`;
      return sql`${subject} IN ${having(value === 1 ? null : { sign: '>=', value })}`;
    case 'at most':
      return sql`${subject} NOT IN ${having(value === 0 ? null : { sign: '>', value })}`;
    case 'exactly':
      if (value === 0) return sql`${subject} NOT IN ${having(null)}`;
      return sql`${subject} IN ${having({ sign: '=', value })}`;
    default:
      return unreachable(operator);
  }
}

interface RowsOfSubject {
  readonly sign: '>=' | '>' | '=';
  readonly value: CountRule['value'];
}

function compileSubjectsWithRows(set: SetPlan, rows: RowsOfSubject | null, release: ReleaseSql): Fragment {
  const row = rowRef(set.collection, 'own');
  const matching = sql`SELECT ${subjectOf(row)} FROM ${sourceOf(row, release)}
    WHERE ${compileRowCondition(set.condition, row, release)}`;
  if (rows === null) return matching;
  const count = sql`count(DISTINCT ${rowOf(row)})`;
  return sql`${matching} GROUP BY ${subjectOf(row)}
    HAVING ${count} ${sql.raw(rows.sign)} ${parameter(rows.value, 'BIGINT')}`;
}
