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
 * `_subject` and `content`: all that a subject has of these concepts, in an order of its own; of several concepts of one
 * collection, what stands on each record. A missing value is a bucket, as in cross-tabs.
 */
function compileContentOf(axes: readonly AxisPlan[], release: ReleaseSql): Fragment {
  const buckets = axes.map(({ bucketing }, index) => {
    const bucket = compileBucket(bucketing, sql.id('line', `c${index}`));
    return sql`md5(coalesce('v' || CAST(${bucket} AS VARCHAR), ''))`;
  });
  return sql`SELECT _subject, string_agg(bucket, ',' ORDER BY bucket) AS content FROM (
    WITH cohort AS (${compileSubjects(everyone, release)}),
      line AS (${compileStackedLines(axes, { plan: everyone, release })})
    SELECT DISTINCT line._subject AS _subject, md5(${sql.join(buckets, sql` || `)}) AS bucket
    FROM line) AS buckets GROUP BY _subject`;
}

/** Concepts that are read together: those of one collection, and each multi-valued one for itself. */
function readTogether(axes: readonly AxisPlan[]): readonly (readonly AxisPlan[])[] {
  const groups = new Map<string, AxisPlan[]>();
  for (const axis of axes) {
    const { id, isMultiple, collectionId } = axis.concept;
    const key = isMultiple ? `values of ${id}` : `rows of ${collectionId}`;
    groups.set(key, [...(groups.get(key) ?? []), axis]);
  }
  return [...groups.values()];
}

/** `content` of each subject over all of the concepts; without concepts all subjects are alike. */
function compileContents({ release, axes }: ComparedRelease): Fragment {
  const parts = readTogether(axes).map(
    (group, index) =>
      sql`SELECT _subject, ${sql.raw(String(index))} AS part, content
        FROM (${compileContentOf(group, release)}) AS one`,
  );
  return parts.length === 0
    ? sql`SELECT _subject, '' AS content FROM (${compileSubjects(everyone, release)}) AS one`
    : sql`SELECT _subject, md5(string_agg(content, ';' ORDER BY part)) AS content
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

/** Whether figures of the two releases may be compared: no subject differs, or enough differ. */
export const mayFollow = ({ gone, come }: ReleaseChange, least: number): boolean =>
  [gone, come, Math.abs(come - gone)].every((count) => !isSmall(count, least));
