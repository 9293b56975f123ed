import type { ComparisonOverlaps, GroupChoice, OverlapRegion } from '@atrium/contract/endpoints/comparison';
import { fieldRefusal } from '@atrium/contract/errors/errorCode';
import { combined } from '@atrium/engine';
import { takeTimeSlices } from '@atrium/warehouse';
import type { Member } from '../access/index.ts';
import type { AnalysisDeps } from '../analysis/index.ts';
import { cohortKind, countEach, requirePlan } from '../cohort/index.ts';
import { openStored } from '../definition/index.ts';
import { disclosed } from '../http/index.ts';
import type { GroupsRequest } from './comparable.ts';
import { describeGroups } from './describeGroups.ts';
import { makeActive } from './makeActive.ts';
import { type OpenGroup, type OpenGroups, openGroups, planOf, sayAsCohort } from './openGroups.ts';

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

/** Makes a region the active cohort (rule 17.25). */
export async function makeRegionActive(
  deps: AnalysisDeps,
  member: Member,
  { inGroups, snapshotId, ...request }: RegionRequest,
) {
  const open = await openGroups(deps, member, request);
  if (inGroups.some((index) => open.groups[index] === undefined))
    throw fieldRefusal('bad_request', 'in_groups', `there are ${open.groups.length} groups`);
  const combination = regionOf(open, inGroups, deps);
  return makeActive(deps, member, { ...request, open, combination, field: 'in_groups', snapshotId });
}

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
