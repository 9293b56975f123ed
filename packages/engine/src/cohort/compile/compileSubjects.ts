import { unreachable } from '@atrium/contract/errors/unreachable';
import type { CountRule } from '@atrium/contract/wire/cohortDefinition';
import { type RawBuilder, sql } from 'kysely';
import { compileIsVisible } from '../../rows/compileVisibility.ts';
import type { ReleaseSql } from '../../rows/release.ts';
import { type RowRef, rowOf, rowRef, sourceOf, subjectOf } from '../../rows/rows.ts';
import type { RowsWithKey } from '../../sql/dialect.ts';
import { parameter } from '../../sql/parameter.ts';
import { alternativesOf, type CohortPlan, isAlways, type SetPlan } from '../plan/cohortPlan.ts';
import { compileKin } from './compileKin.ts';
import { compileRowCondition, compileRowFilter } from './compileRowCondition.ts';

type Fragment = RawBuilder<unknown>;

/**
 * `SELECT _subject` of the subjects in the cohort that the member may see, each once, in no order.
 *
 * Diagnoses with the severity mild, at least 2:
 * ```sql
 * SELECT "subject"."_subject" FROM "r1"."subject" AS "subject"
 * WHERE TRUE AND "subject"."_subject" IN (SELECT counted._subject FROM (
 *   SELECT "own"."_subject" AS _subject FROM "r1"."diagnosis" AS "own"
 *   WHERE (("own"."severity" IN (SELECT unnest($1::VARCHAR[]))))
 *   GROUP BY "own"."_subject" HAVING count(*) >= $2::BIGINT) AS counted WHERE TRUE)
 * ```
 */
export const compileSubjects = (plan: CohortPlan, release: ReleaseSql): Fragment =>
  compileFound(plan, release, subjectOf(rowRef(release.lookup.root, 'subject')));

/** The same, with all columns of the subjects. */
export const compileWholeSubjects = (plan: CohortPlan, release: ReleaseSql): Fragment =>
  compileFound(plan, release, sql`"subject".*`);

function compileFound(plan: CohortPlan, release: ReleaseSql, columns: Fragment): Fragment {
  const subject = rowRef(release.lookup.root, 'subject');
  const isVisible = compileIsVisible(subject, release);
  const tests = [
    ...(isVisible === null ? [] : [isVisible]),
    ...(plan.among === undefined
      ? [
          compileRowFilter(plan.subject, subject, release),
          ...alternativesOf(plan.sets).map((sets) => compileAnyOf(sets, subject, release)),
          ...(plan.within ?? []).map((other) => compileIsAmongSubjects(subjectOf(subject), other, release)),
          ...(plan.without ?? []).map(
            (other) => sql`NOT ${compileIsAmongSubjects(subjectOf(subject), other, release)}`,
          ),
        ]
      : [sql`${subjectOf(subject)} IN (SELECT unnest(${parameter(plan.among, 'INTEGER[]')}))`]),
  ];
  return sql`SELECT ${columns} FROM ${sourceOf(subject, release)} WHERE ${sql.join(tests, sql` AND `)}`;
}

/** Whether the subject is in the cohort. */
export const compileIsAmongSubjects = (
  subject: Fragment,
  plan: CohortPlan,
  release: ReleaseSql,
): RawBuilder<boolean> =>
  release.dialect.hasRow(subject, {
    column: sql`found._subject`,
    from: sql`(${compileSubjects(plan, release)}) AS found`,
  });

/** One row: `count`, the number of subjects in the cohort. */
export const compileCount = (plan: CohortPlan, release: ReleaseSql): Fragment =>
  sql`SELECT count(*) AS count FROM (${compileOnlySet(plan, release) ?? compileSubjects(plan, release)}) AS subjects`;

/** Where nothing but one set of records is asked, their subjects, without a look at the subjects themselves; else null. */
function compileOnlySet(plan: CohortPlan, release: ReleaseSql): Fragment | null {
  const { subject, sets, ...more } = plan;
  const [set, ...others] = sets;
  const isOther = [more.among, more.within, more.without].some((part) => part !== undefined);
  if (set === undefined || others.length > 0 || isOther || !isAlways(subject)) return null;
  if (set.kin !== undefined || set.collection.isRoot) return null;
  if (compileIsVisible(rowRef(release.lookup.root, 'subject'), release) !== null) return null;
  const { operator, value } = set.count;
  if (operator === 'at most' || value === 0) return null;
  const sign = operator === 'exactly' ? '=' : value === 1 ? null : '>=';
  const { column, from, where = sql`TRUE` } = subjectsWithRows(set, sign && { sign, value }, release);
  return sign === null
    ? sql`SELECT DISTINCT ${column} AS _subject FROM ${from} WHERE ${where}`
    : sql`SELECT ${column} AS _subject FROM ${from}`;
}

/** One row: `c0`, `c1`, …, the number of subjects in each of the cohorts. */
export const compileCounts = (plans: readonly CohortPlan[], release: ReleaseSql): Fragment =>
  sql`SELECT ${sql.join(
    plans.map((plan, index) => sql`(${compileCount(plan, release)}) AS ${sql.id(`c${index}`)}`),
  )}`;

const isMetByAll = ({ kin, rest, collection, condition, count }: SetPlan): boolean =>
  kin === undefined &&
  rest === undefined &&
  (collection.isRoot ? isAlways(condition) : count.operator === 'at least' && count.value === 0);

/** One set, or any of some alternatives (rule 2.24). */
function compileAnyOf(sets: readonly SetPlan[], subject: RowRef, release: ReleaseSql): Fragment {
  // Citus refuses some statements in which the others stand beside a constant.
  if (sets.some(isMetByAll)) return sql`TRUE`;
  const tests = sets.map((set) => compileSetTest(set, subject, release));
  return tests.length === 1 ? sql.join(tests) : sql`(${sql.join(tests, sql` OR `)})`;
}

/** Whether the subject meets the set, or a relative does. */
function compileSetTest(set: SetPlan, subject: RowRef, release: ReleaseSql): Fragment {
  const test = (row: RowRef): Fragment => {
    if (set.rest !== undefined) return compileIsAmongSubjects(subjectOf(row), set.rest, release);
    return set.collection.isRoot
      ? compileRowCondition(set.condition, row, release)
      : compileCountTest(set, subjectOf(row), release);
  };
  return set.kin === undefined ? test(subject) : compileKin(set.kin, { subject, test }, release);
}

/** A subject without matching rows meets some count rules; those are compiled as a negation (rule 2.8). */
function compileCountTest(set: SetPlan, subject: Fragment, release: ReleaseSql): Fragment {
  const { operator, value } = set.count;
  const has = (rows: RowsOfSubject | null): Fragment =>
    release.dialect.hasRow(subject, subjectsWithRows(set, rows, release));
  switch (operator) {
    case 'at least':
      if (value === 0) return sql`TRUE`;
      return has(value === 1 ? null : { sign: '>=', value });
    case 'at most':
      return sql`NOT ${has(value === 0 ? null : { sign: '>', value })}`;
    case 'exactly':
      if (value === 0) return sql`NOT ${has(null)}`;
      return has({ sign: '=', value });
    default:
      return unreachable(operator);
  }
}

interface RowsOfSubject {
  readonly sign: '>=' | '>' | '=';
  readonly value: CountRule['value'];
}

function subjectsWithRows(set: SetPlan, rows: RowsOfSubject | null, release: ReleaseSql): RowsWithKey {
  const row = rowRef(set.collection, 'own');
  const [column, from] = [subjectOf(row), sourceOf(row, release)];
  const where = compileRowFilter(set.condition, row, release);
  if (rows === null) return { column, from, where };
  const count = set.collection.sharedRows ? sql`count(DISTINCT ${rowOf(row)})` : sql`count(*)`;
  const counted = sql`(SELECT ${column} AS _subject FROM ${from} WHERE ${where} GROUP BY ${column}
    HAVING ${count} ${sql.raw(rows.sign)} ${parameter(rows.value, 'BIGINT')}) AS counted`;
  return { column: sql`counted._subject`, from: counted };
}
