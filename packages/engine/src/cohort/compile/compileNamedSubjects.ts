import { sql } from 'kysely';
import { idTextOf, rowRef, sourceOf, subjectOf } from '../../rows/rows.ts';
import { listed } from '../../sql/parameter.ts';
import { type Query, toQuery } from '../../sql/query.ts';
import type { CohortOnRelease } from './compileCohortChange.ts';
import { compileIsAmongSubjects } from './compileSubjects.ts';

/**
 * Compiles a statement that finds which of the given subjects, by their ids in the data, are in a cohort (rule 12.16).
 * @returns one row with `id` for each that is found; null where the member does not see the ids of subjects
 */
export function compileNamedSubjects(
  { plan, release }: CohortOnRelease,
  ids: readonly string[],
): Query | null {
  const { root, subjectId, concept } = release.lookup;
  if (subjectId === undefined || concept(subjectId.id) === undefined) return null;
  const row = rowRef(root, 'named');
  const id = idTextOf(row, subjectId, release);
  return toQuery(sql`SELECT DISTINCT ${id} AS id FROM ${sourceOf(row, release)}
    WHERE ${id} IN (${listed(ids)}) AND ${compileIsAmongSubjects(subjectOf(row), plan, release)}`);
}
