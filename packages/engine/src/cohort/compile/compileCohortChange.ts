import { type RawBuilder, sql } from 'kysely';
import type { ReleaseSql } from '../../rows/release.ts';
import { idTextOf, rowRef, sourceOf, subjectOf } from '../../rows/rows.ts';
import { type Query, toQuery } from '../../sql/query.ts';
import type { CohortPlan } from '../plan/cohortPlan.ts';
import { compileIsAmongSubjects } from './compileSubjects.ts';

/** A cohort on one release, as a member sees it. */
export interface CohortOnRelease {
  readonly plan: CohortPlan;
  readonly release: ReleaseSql;
}

/** `SELECT id` of the subjects in a cohort by what identifies them in the data; null where nothing does. */
function compileIds({ plan, release }: CohortOnRelease): RawBuilder<unknown> | null {
  const { root, subjectId } = release.lookup;
  if (subjectId === undefined) return null;
  const row = rowRef(root, 'identified');
  return sql`SELECT ${idTextOf(row, subjectId, release)} AS id FROM ${sourceOf(row, release)}
    WHERE ${compileIsAmongSubjects(subjectOf(row), plan, release)}`;
}

/**
 * Compiles a statement that compares the subjects of a cohort on two releases, which both must be open (rule 12.10).
 * Subjects are matched by their id in the data.
 * @returns one row: `removed`, who is in the first one only, and `added`; null where a release has no subject ids
 */
export function compileCohortChange(before: CohortOnRelease, after: CohortOnRelease): Query | null {
  const [earlier, later] = [compileIds(before), compileIds(after)];
  if (earlier === null || later === null) return null;
  return toQuery(sql`WITH earlier AS (${earlier}), later AS (${later})
    SELECT (SELECT count(*) FROM (SELECT id FROM earlier EXCEPT SELECT id FROM later) AS gone) AS removed,
      (SELECT count(*) FROM (SELECT id FROM later EXCEPT SELECT id FROM earlier) AS come) AS added`);
}
