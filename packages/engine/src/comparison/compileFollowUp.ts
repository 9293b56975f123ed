import { type RawBuilder, sql } from 'kysely';
import { compileRowCondition } from '../cohort/compile/compileRowCondition.ts';
import { compileSubjects } from '../cohort/compile/compileSubjects.ts';
import { compileTimes, isExactTime } from '../cohort/compile/compileTimes.ts';
import type { CohortPlan } from '../cohort/plan/cohortPlan.ts';
import type { TimePoint } from '../concepts/rowCondition.ts';
import { asPart, type ReleaseSql } from '../rows/release.ts';

type Fragment = RawBuilder<unknown>;

/** What is followed: from `zero` to the first `end` after it (rules 17.10 and 17.11). */
export interface FollowUp {
  readonly zero: TimePoint;
  readonly end: TimePoint;
  readonly competing: TimePoint | null;
  readonly entry: TimePoint | null;
  readonly last: TimePoint;
}

/** How the time of a subject ended, or why it is not followed. */
export const followUpOutcomes = [
  'event',
  'competing',
  'censored',
  'noZero',
  'noEntry',
  'noContact',
  'leftBefore',
] as const;
export type FollowUpOutcome = (typeof followUpOutcomes)[number];

/**
 * Rows `day` (from time zero; null of those who are not followed), `what` and `subjects`: how many subjects of the
 * cohort leave on that day with this outcome, or, with `entered`, are at risk after that day and not from time zero on.
 */
export function compileFollowUp(followUp: FollowUp, plan: CohortPlan, release: ReleaseSql): Fragment {
  const { zero, end, competing, entry, last } = followUp;
  const after = (point: TimePoint): Fragment => firstAfter(point, zero, release);
  const left = sql`coalesce(CASE WHEN ends <= coalesce(others, ends) THEN ends ELSE others END, contact)`;
  const as = asPart(release);
  return sql`WITH cohort ${as} (${compileSubjects(plan, release)}),
    zero ${as} (${atEdge(zero, 'min', release)}),
    timed ${as} (
      SELECT c._subject, z.moment AS zero, e.moment - z.moment AS ends,
        ${competing === null ? sql`CAST(NULL AS INTEGER)` : sql`o.moment - z.moment`} AS others,
        ${entry === null ? sql`0` : sql`n.moment - z.moment`} AS enters, l.moment - z.moment AS contact
      FROM cohort AS c LEFT JOIN zero AS z ON z._subject = c._subject
      LEFT JOIN (${after(end)}) AS e ON e._subject = c._subject
      ${competing === null ? sql`` : sql`LEFT JOIN (${after(competing)}) AS o ON o._subject = c._subject`}
      ${entry === null ? sql`` : sql`LEFT JOIN (${atEdge(entry, 'min', release)}) AS n ON n._subject = c._subject`}
      LEFT JOIN (${atEdge(last, 'max', release)}) AS l ON l._subject = c._subject),
    judged ${as} (
      SELECT enters, ${left} AS leaving, CASE
        WHEN zero IS NULL THEN 'noZero' WHEN enters IS NULL THEN 'noEntry'
        WHEN ${left} IS NULL OR ${left} < 0 THEN 'noContact'
        WHEN enters > 0 AND ${left} <= enters THEN 'leftBefore'
        WHEN ends <= coalesce(others, ends) THEN 'event' WHEN others IS NOT NULL THEN 'competing'
        ELSE 'censored' END AS outcome
      FROM timed)
    SELECT CASE WHEN ${isFollowed} THEN leaving END AS day, outcome AS what, count(*) AS subjects
    FROM judged GROUP BY 1, 2 ${entry === null ? sql`` : entered}`;
}

const isFollowed = sql`outcome IN ('event', 'competing', 'censored')`;

const entered = sql`UNION ALL SELECT enters, 'entered', count(*) FROM judged WHERE ${isFollowed} AND enters > 0 GROUP BY 1`;

const timesOf = (point: TimePoint, release: ReleaseSql): Fragment =>
  compileTimes(point, { release, compileCondition: compileRowCondition });

const atEdge = (point: TimePoint, edge: 'min' | 'max', release: ReleaseSql): Fragment =>
  sql`SELECT _subject, ${sql.raw(edge)}(moment) AS moment FROM (${timesOf(point, release)}) AS t
    WHERE moment IS NOT NULL ${edge === 'min' ? isExactTime(sql`moment`, release) : sql``} GROUP BY _subject`;

/** Records of the collection of time zero count from the day after it: else it would end itself (rule 17.10). */
function firstAfter(point: TimePoint, zero: TimePoint, release: ReleaseSql): Fragment {
  const isOfSame =
    point.kind === 'record' && zero.kind === 'record' && point.collection.id === zero.collection.id;
  return sql`SELECT t._subject, min(t.moment) AS moment FROM (${timesOf(point, release)}) AS t
    JOIN zero ON zero._subject = t._subject
    WHERE t.moment ${isOfSame ? sql`>` : sql`>=`} zero.moment ${isExactTime(sql`t.moment`, release)} GROUP BY t._subject`;
}
