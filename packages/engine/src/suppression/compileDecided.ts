import { type RawBuilder, sql } from 'kysely';
import { compileBucket } from '../analysis/buckets.ts';
import type { AxisPlan } from '../analysis/compileAnalysis.ts';
import { compileSubjects } from '../cohort/compile/compileSubjects.ts';
import { always } from '../concepts/rowCondition.ts';
import type { ReleaseSql } from '../rows/release.ts';
import type { Query } from '../sql/query.ts';
import { toQuery } from '../sql/query.ts';
import { compileStackedLines } from '../table/compile/compileBase.ts';

type Fragment = RawBuilder<unknown>;

/** Concepts of which one could decide the other: single values of the same row. */
export const mayDecide = ({ concept }: AxisPlan, { concept: other }: AxisPlan): boolean =>
  concept.id !== other.id &&
  concept.collectionId === other.collectionId &&
  !concept.isMultiple &&
  !other.isMultiple;

/**
 * One row about everyone: `within0`, `within1`, …, the most buckets of each other concept beside one bucket of this
 * one, and `overall0`, …, its buckets altogether; a missing value is a bucket. A concept decides another where there is
 * one within and more than one overall. `others` holds at least one, each of which it `mayDecide` (rule 7.5).
 */
export function compileDecided(axis: AxisPlan, others: readonly AxisPlan[], release: ReleaseSql): Query {
  const plan = { subject: always, sets: [] };
  const bucketOf = ({ bucketing }: AxisPlan, place: number): Fragment =>
    compileBucket(bucketing, sql.id('line', `c${place}`));
  const buckets = (other: AxisPlan, place: number): Fragment => {
    const bucket = bucketOf(other, place + 1);
    return sql`count(DISTINCT ${bucket}) + max(CASE WHEN ${bucket} IS NULL THEN 1 ELSE 0 END)`;
  };
  const named = (name: string) => (other: AxisPlan, place: number) =>
    sql`${buckets(other, place)} AS ${sql.id(`${name}${place}`)}`;
  const most = others.map(
    (_, place) => sql`max(own.${sql.id(`own${place}`)}) AS ${sql.id(`within${place}`)}`,
  );
  return toQuery(sql`WITH cohort AS (${compileSubjects(plan, release)}),
    line AS (${compileStackedLines([axis, ...others], { plan, release })}),
    own AS (SELECT ${sql.join(others.map(named('own')))} FROM line GROUP BY ${bucketOf(axis, 0)})
    SELECT * FROM (SELECT ${sql.join(most)} FROM own) AS narrow,
      (SELECT ${sql.join(others.map(named('overall')))} FROM line) AS wide`);
}
