import { fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import { type CohortPlan, type Combination, combined, planOfCombination } from '@atrium/engine';
import type { Member } from '../access/index.ts';
import type { AnalysisDeps } from '../analysis/index.ts';
import { cohortKind, countEach } from '../cohort/index.ts';
import { loadAsActive } from '../definition/index.ts';
import type { GroupsRequest } from './comparable.ts';
import { type OpenGroup, type OpenGroups, planOf, sayAsCohort } from './openGroups.ts';

interface Making extends Pick<GroupsRequest, 'report' | 'signal'> {
  readonly open: OpenGroups;
  readonly combination: OpenGroup['combination'];
  /** The field of the request that chose it. */
  readonly field: string;
  /** Of the active cohort that the caller saw. */
  readonly snapshotId: number | null;
}

/**
 * Makes a combination of cohorts the active one; what no definition says is refused before anything is stored (rules
 * 17.25 and 17.33).
 */
export async function makeActive(
  deps: AnalysisDeps,
  member: Member,
  { open, report, combination, field, snapshotId, signal }: Making,
) {
  const { release } = open;
  if (report?.isAsSaved === true)
    throw fieldRefusal('bad_request', 'report', 'a cohort is active on the live release only');
  if (open.snapshotId !== snapshotId)
    throw new PortalError(
      'changed_meanwhile',
      'The active cohort was changed meanwhile. Please compare again.',
    );
  const said = sayAsCohort(combination, { deps, release });
  const refuse = (why: string) =>
    fieldRefusal('bad_request', field, `this cannot be the active cohort: ${why}`);
  if ('why' in said) throw refuse(said.why);
  const both: Combination<CohortPlan> = combined('xor', [part(planOf(combination)), part(said.plan)]);
  const [differing] = await countEach(deps, open, { plans: [planOfCombination(both)], signal });
  if (differing !== 0) throw refuse('the definition would find others');
  const { snapshotId: made, previousSnapshotId } = await deps.db.transaction().execute((transaction) =>
    loadAsActive({ db: deps.db, transaction }, cohortKind, {
      ...{ member, base: release, definition: said.cohort.checked.definition },
    }),
  );
  return { snapshotId: made, previousSnapshotId };
}

const part = (plan: CohortPlan): Combination<CohortPlan> => ({ kind: 'part', part: plan });
