import { type RawBuilder, sql } from 'kysely';
import { compileSubjects } from '../cohort/compile/compileSubjects.ts';
import type { CohortPlan } from '../cohort/plan/cohortPlan.ts';
import type { ReleaseSql } from '../rows/release.ts';
import type { Query } from '../sql/query.ts';
import { toQuery } from '../sql/query.ts';
import { compileStackedLines } from '../table/compile/compileBase.ts';
import { type Bucketing, compileBucket } from './buckets.ts';
import type { AxisConcept } from './checkAnalysis.ts';

export interface AxisPlan extends AxisConcept {
  readonly bucketing: Bucketing;
}

interface AnalysisWindow {
  readonly release: ReleaseSql;
  readonly most: number;
  readonly by?: readonly number[] | undefined;
}

/**
 * Rows `k0`, `k1`, … (the bucket of each concept, rows before columns) and `subjects`, the distinct subjects that
 * have that combination (rule 6.1); only combinations that occur. Cut after `most` rows. With `by`, combinations are
 * those of the axes at these indexes, in the lines of all.
 *
 * Everyone, by sex:
 * ```sql
 * WITH cohort AS (SELECT "subject"."_subject" FROM "r1"."subject" AS "subject" WHERE TRUE),
 * line AS (
 *   SELECT s._subject, "root"."sex" AS "c0"
 *   FROM cohort AS s JOIN "r1"."subject" AS root ON root._subject = s._subject)
 * SELECT "k0", count(*) AS subjects FROM (SELECT DISTINCT "line"."c0" AS "k0", line._subject FROM line) AS combined
 * GROUP BY "k0" LIMIT 100
 * ```
 */
export function compileAnalysis(
  axes: readonly AxisPlan[],
  plan: CohortPlan,
  { release, most, by }: AnalysisWindow,
): Query {
  const lines = compileStackedLines(axes, { plan, release });
  const keys = axes.flatMap((axis, index) =>
    by === undefined || by.includes(index)
      ? [sql`${compileBucket(axis.bucketing, sql.id('line', `c${index}`))}`]
      : [],
  );
  const named: readonly RawBuilder<unknown>[] = keys.map(
    (key, index) => sql`${key} AS ${sql.id(`k${index}`)}`,
  );
  const names = sql.join(keys.map((_, index) => sql.id(`k${index}`)));
  return toQuery(sql`WITH cohort AS (${compileSubjects(plan, release)}), line AS (${lines})
    SELECT ${names}, count(*) AS subjects
    FROM (SELECT DISTINCT ${sql.join(named)}, line._subject FROM line) AS combined
    GROUP BY ${names} LIMIT ${sql.raw(String(most))}`);
}
