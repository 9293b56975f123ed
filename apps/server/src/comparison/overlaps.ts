import type { ComparisonOverlaps, GroupChoice, OverlapRegion } from '@atrium/contract/endpoints/comparison';
import { fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import { type CohortPlan, type Combination, combined, planOfCombination } from '@atrium/engine';
import { takeTimeSlices } from '@atrium/warehouse';
import type { Member } from '../access/index.ts';
import type { AnalysisDeps } from '../analysis/index.ts';
import { cohortKind, countEach, requirePlan } from '../cohort/index.ts';
import { loadAsActive, openStored } from '../definition/index.ts';
import { disclosed } from '../http/index.ts';
import { describeGroups } from './describeGroups.ts';
import {
  type GroupsRequest,
  type OpenGroup,
  type OpenGroups,
  openGroups,
  planOf,
  sayAsCohort,
} from './openGroups.ts';

/** How the groups of a comparison overlap: each region with its subjects (rule 17.24). */
export async function answerOverlaps(deps: AnalysisDeps, member: Member, request: GroupsRequest) {
  const { signal } = request;
  const open = await openGroups(deps, member, request);
  const described = await describeGroups(deps, member, { open, signal });
  const all = regionsOf(open.groups.length).map((inGroups) => ({
    inGroups,
    combination: regionOf(open, inGroups, deps),
  }));
  const plans = all.map(({ combination }) => planOf(combination));
  const counts = await countEach(deps, open, { plans: [...plans, planOf(everyoneOf(open, deps))], signal });
  const regions: OverlapRegion[] = [];
  const slice = takeTimeSlices();
  for (const [index, { inGroups, combination }] of all.entries()) {
    const count = counts[index] ?? 0;
    if (count === 0) continue;
    const said = sayAsCohort(combination, { deps, release: open.release });
    regions.push({ inGroups: [...inGroups], count, refusal: 'why' in said ? said.why : null });
    await slice.giveWay();
  }
  const reply: ComparisonOverlaps = {
    groups: described.groups.map((group, index) => ({ ...group, choice: choiceOf(open.groups[index]) })),
    ...{ moreGroups: open.moreGroups, regions, everyone: counts.at(-1) ?? 0, snapshotId: open.snapshotId },
  };
  const shown = regions.map(({ inGroups, count }) => `${inGroups.join('+')}: ${count}`).join(', ');
  return disclosed(reply, [described.line({ overlaps: 'all' }, { regions: shown })]);
}

interface RegionRequest extends GroupsRequest {
  readonly inGroups: readonly number[];
  /** Of the active cohort that the caller saw. */
  readonly snapshotId: number | null;
}

/** Makes a region the active cohort; one that no definition says is refused before anything is stored (rule 17.25). */
export async function makeRegionActive(
  deps: AnalysisDeps,
  member: Member,
  { inGroups, snapshotId, ...request }: RegionRequest,
) {
  const { signal, report } = request;
  if (report?.isAsSaved === true)
    throw fieldRefusal('bad_request', 'report', 'a cohort is active on the live release only');
  const open = await openGroups(deps, member, request);
  const { release, groups } = open;
  if (open.snapshotId !== snapshotId)
    throw new PortalError(
      'changed_meanwhile',
      'The active cohort was changed meanwhile. Please compare again.',
    );
  if (inGroups.some((index) => groups[index] === undefined))
    throw fieldRefusal('bad_request', 'in_groups', `there are ${groups.length} groups`);
  const combination = regionOf(open, inGroups, deps);
  const said = sayAsCohort(combination, { deps, release });
  const refuse = (why: string) =>
    fieldRefusal('bad_request', 'in_groups', `this cannot be the active cohort: ${why}`);
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

const choiceOf = (group: OpenGroup | undefined): GroupChoice => group?.choice ?? { kind: 'rest' };

/** Every choice of so many groups, those with fewest groups first; none of them stands last. */
function regionsOf(groups: number): readonly (readonly number[])[] {
  const all = Array.from({ length: 2 ** groups }, (_, mask) =>
    Array.from({ length: groups }, (__, index) => index).filter(
      (index) => Math.floor(mask / 2 ** index) % 2 === 1,
    ),
  );
  const sizeOf = (inGroups: readonly number[]): number => inGroups.length || groups + 1;
  return all.toSorted((a, b) => sizeOf(a) - sizeOf(b));
}

function everyoneOf({ release }: OpenGroups, deps: AnalysisDeps): OpenGroup['combination'] {
  const cohort = openStored(cohortKind, [], release);
  return { kind: 'part', part: { cohort, plan: requirePlan(cohort, deps) } };
}

/** Who is in these groups and in none of the others. */
function regionOf(
  open: OpenGroups,
  inGroups: readonly number[],
  deps: AnalysisDeps,
): OpenGroup['combination'] {
  const chosen = open.groups.filter((_, index) => inGroups.includes(index));
  const others = open.groups.filter((group) => !chosen.includes(group));
  const held = combined(
    'and',
    chosen.length === 0 ? [everyoneOf(open, deps)] : chosen.map(({ combination }) => combination),
  );
  return others.length === 0
    ? held
    : combined('minus', [held, ...others.map(({ combination }) => combination)]);
}
