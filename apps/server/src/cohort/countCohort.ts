import { compileCount, toQuery } from '@atrium/engine';
import type { Member } from '../access/index.ts';
import { type CohortDeps, openCohort, requirePlan } from './openCohort.ts';

/** Subjects in the active cohort. */
export async function countCohort(deps: CohortDeps, member: Member, signal: AbortSignal) {
  const cohort = await openCohort(deps, member);
  const plan = requirePlan(cohort, deps);
  const [row] = await deps.warehouse.run(toQuery(compileCount(plan, cohort.release)), { signal });
  return { count: Number(row?.['count'] ?? 0), definition: cohort.definition };
}
