import { type RawBuilder, sql } from 'kysely';
import { compileBucket } from '../analysis/buckets.ts';
import type { AxisPlan } from '../analysis/compileAnalysis.ts';
import { compileSubjects } from '../cohort/compile/compileSubjects.ts';
import { always } from '../concepts/rowCondition.ts';
import type { ReleaseSql } from '../rows/release.ts';
import { type Query, toQuery } from '../sql/query.ts';
import { compileStackedLines } from '../table/compile/compileBase.ts';
import { isSmall } from './smallCount.ts';

type Fragment = RawBuilder<unknown>;

/** A release as members who see aggregates only see it, with the concepts to compare. */
export interface ComparedRelease {
  readonly release: ReleaseSql;
  readonly axes: readonly AxisPlan[];
}

/** How many subjects of the earlier release have no counterpart of equal contents in the later one, and the reverse. */
export interface ReleaseChange {
  readonly gone: number;
  readonly come: number;
}

const everyone = { subject: always, sets: [] };

/**
 * `_subject` and `content`: all buckets that a subject has of the concept, in an order of their own. A missing value is
 * a bucket, as in cross-tabs.
 */
function compileContentOf(axis: AxisPlan, release: ReleaseSql): Fragment {
  const bucket = compileBucket(axis.bucketing, sql.id('line', 'c0'));
  return sql`SELECT _subject, string_agg(bucket, ',' ORDER BY bucket) AS content FROM (
    WITH cohort AS (${compileSubjects(everyone, release)}),
      line AS (${compileStackedLines([axis], { plan: everyone, release })})
    SELECT DISTINCT line._subject AS _subject, md5(coalesce('v' || CAST(${bucket} AS VARCHAR), '')) AS bucket
    FROM line) AS buckets GROUP BY _subject`;
}

/** `content` of each subject over all of the concepts; without concepts all subjects are alike. */
function compileContents({ release, axes }: ComparedRelease): Fragment {
  const [first] = axes;
  if (axes.length === 1 && first !== undefined) return compileContentOf(first, release);
  const parts = axes.map(
    (axis, index) =>
      sql`SELECT _subject, ${sql.raw(String(index))} AS concept, content FROM (${compileContentOf(axis, release)}) AS one`,
  );
  return axes.length === 0
    ? sql`SELECT _subject, '' AS content FROM (${compileSubjects(everyone, release)}) AS one`
    : sql`SELECT _subject, md5(string_agg(content, ';' ORDER BY concept)) AS content
        FROM (${sql.join(parts, sql` UNION ALL `)}) AS every GROUP BY _subject`;
}

/**
 * Compiles a statement that compares two releases by what their subjects hold of these concepts (rule 7.12). Keys and the
 * order of rows do not matter. Both releases must be open, and their concepts be the same ones in the same order.
 * @returns one row: `gone` and `come`, as in `ReleaseChange`
 */
export function compileReleaseChange(before: ComparedRelease, after: ComparedRelease): Query {
  return toQuery(sql`SELECT coalesce(sum(greatest(before - after, 0)), 0) AS gone,
      coalesce(sum(greatest(after - before, 0)), 0) AS come
    FROM (SELECT content, sum(before) AS before, sum(after) AS after
      FROM (SELECT content, 1 AS before, 0 AS after FROM (${compileContents(before)}) AS earlier
        UNION ALL SELECT content, 0 AS before, 1 AS after FROM (${compileContents(after)}) AS later) AS both_releases
      GROUP BY content) AS counted`);
}

/** Whether figures of the two releases may be laid side by side: nobody differs, or so many that nobody stands out. */
export const mayFollow = ({ gone, come }: ReleaseChange, least: number): boolean =>
  [gone, come, Math.abs(come - gone)].every((count) => !isSmall(count, least));
