import { compileCount, toQuery } from '@atrium/engine';
import type { Member } from '../access/index.ts';
import { record } from '../audit/index.ts';
import { askedCohort } from './askedOf.ts';
import { type CohortDeps, openCohort, requirePlan } from './openCohort.ts';

/** Subjects in the active cohort. */
export async function countCohort(deps: CohortDeps, member: Member, signal: AbortSignal) {
  const cohort = await openCohort(deps, member);
  const plan = requirePlan(cohort, deps);
  const [row] = await deps.warehouse.run(toQuery(compileCount(plan, cohort.release)), { signal });
  const count = Number(row?.['count'] ?? 0);
  await record(deps.db, {
    accountId: member.account.id,
    datasetId: member.datasetId,
    action: 'count',
    detail: {
      level: member.level,
      release: cohort.release.release,
      snapshot: cohort.snapshot?.id ?? null,
      count,
    },
    asked: { cohort: askedCohort(cohort) },
  });
  return { count, definition: cohort.definition };
}
