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

/** Whether one concept could determine the other: both are single values of the same row. */
export const mayDetermine = ({ concept }: AxisPlan, { concept: other }: AxisPlan): boolean =>
  concept.id !== other.id &&
  concept.collectionId === other.collectionId &&
  !concept.isMultiple &&
  !other.isMultiple;

/** Whether each value of the concept, of which a subject may have several, could lie within one value of the other. */
export const mayLieWithin = (
  { concept }: AxisPlan,
  { concept: other }: AxisPlan,
  rootCollectionId: string,
): boolean =>
  (concept.collectionId !== rootCollectionId || concept.isMultiple) &&
  other.collectionId === rootCollectionId &&
  !other.isMultiple &&
  concept.id !== other.id;

/**
 * Compiles a statement that tells which other concepts this one determines, among all subjects (rule 7.5): those with
 * one bucket within and more than one overall. A missing value is a bucket, except of a concept that lies within the
 * others.
 * @param others at least one, each of which the concept `mayDetermine`, or each of which it `mayLieWithin`
 * @returns one row: `within0`, `within1`, …, the most buckets of each other concept beside one bucket of this one, and
 *   `overall0`, `overall1`, …, its buckets among all
 */
export function compileDependencies(axis: AxisPlan, others: readonly AxisPlan[], release: ReleaseSql): Query {
  const plan = { subject: always, sets: [] };
  const bucketOf = ({ bucketing }: AxisPlan, index: number): Fragment =>
    compileBucket(bucketing, sql.id('line', `c${index}`));
  const buckets = (other: AxisPlan, index: number): Fragment => {
    const bucket = bucketOf(other, index + 1);
    return sql`count(DISTINCT ${bucket}) + max(CASE WHEN ${bucket} IS NULL THEN 1 ELSE 0 END)`;
  };
  const named = (name: string) => (other: AxisPlan, index: number) =>
    sql`${buckets(other, index)} AS ${sql.id(`${name}${index}`)}`;
  const given = others.every((other) => mayDetermine(axis, other))
    ? sql``
    : sql` WHERE ${bucketOf(axis, 0)} IS NOT NULL`;
  const most = others.map(
    (_, index) => sql`max(own.${sql.id(`own${index}`)}) AS ${sql.id(`within${index}`)}`,
  );
  return toQuery(sql`WITH cohort AS (${compileSubjects(plan, release)}),
    line AS (${compileStackedLines([axis, ...others], { plan, release })}),
    own AS (SELECT ${sql.join(others.map(named('own')))} FROM line${given} GROUP BY ${bucketOf(axis, 0)})
    SELECT * FROM (SELECT ${sql.join(most)} FROM own) AS by_bucket,
      (SELECT ${sql.join(others.map(named('overall')))} FROM line) AS over_all`);
}
