import type { CombinableChoice, ComparisonPathway } from '@atrium/contract/endpoints/comparison';
import { fieldRefusal } from '@atrium/contract/errors/errorCode';
import type { CriteriaSet } from '@atrium/contract/wire/cohortDefinition';
import type { PathwayBand, PathwayOfSet } from '@atrium/contract/wire/pathway';
import {
  type CohortPlan,
  checkPathway,
  combined,
  type Pathway,
  pathwayFigures,
  planPathway,
} from '@atrium/engine';
import type { Member } from '../access/index.ts';
import type { AnalysisDeps } from '../analysis/index.ts';
import type { LiveRelease } from '../catalogue/index.ts';
import { cohortKind, requirePlan, today } from '../cohort/index.ts';
import { newEntryId, openStored } from '../definition/index.ts';
import { disclosed } from '../http/index.ts';
import { describeGroups } from './describeGroups.ts';
import { makeActive } from './makeActive.ts';
import {
  type GroupsRequest,
  type OpenGroup,
  type OpenGroups,
  openGroups,
  sayAsCohort,
} from './openGroups.ts';

interface PathwayRequest extends Pick<GroupsRequest, 'report' | 'signal'> {
  readonly choice: CombinableChoice;
  readonly times: Omit<PathwayOfSet, keyof PathwayBand>;
}

/** Who of a group reached which stage, how long it took, and who left how (rules 17.30 to 17.34). */
export async function answerPathway(
  deps: AnalysisDeps,
  member: Member,
  { times, ...request }: PathwayRequest,
) {
  const { signal } = request;
  const { open, group } = await openGroup(deps, member, request);
  const { release } = open;
  const pathway = planOfTimes(deps, release, times);
  const described = await describeGroups(deps, member, { open, signal });
  const rows = await deps.questions.ask({ kind: 'pathway', plan: group.plan, pathway }, release, { signal });
  const { notReached, stages } = pathwayFigures(rows, pathway);
  const band = bandOf(group, { times, band: { reached: 1, way: 'reached' } }, { deps, release });
  const said = sayAsCohort(band, { deps, release });
  const [shown] = described.groups;
  if (shown === undefined) throw new Error('The group of a pathway is described.');
  const reply: ComparisonPathway = {
    ...{ group: shown, notReached, refusal: 'why' in said ? said.why : null, snapshotId: open.snapshotId },
    stages: stages.map(({ left, wait, ...stage }) => ({
      ...{ ...stage, left: [...left] },
      wait: wait === null ? null : { ...wait, bins: [...wait.bins] },
    })),
  };
  const reached = stages.map((stage) => stage.reached).join(', ');
  return disclosed(reply, [described.line({ pathway: times }, { reached })]);
}

interface BandRequest extends PathwayRequest {
  readonly band: PathwayBand;
  /** Of the active cohort that the caller saw. */
  readonly snapshotId: number | null;
}

/** Makes a band or a gap of a pathway the active cohort (rule 17.33). */
export async function makeBandActive(
  deps: AnalysisDeps,
  member: Member,
  { times, band, snapshotId, ...request }: BandRequest,
) {
  const { open, group } = await openGroup(deps, member, request);
  planOfTimes(deps, open.release, times, band);
  const combination = bandOf(group, { times, band }, { deps, release: open.release });
  return makeActive(deps, member, { ...request, open, combination, field: 'way', snapshotId });
}

async function openGroup(
  deps: AnalysisDeps,
  member: Member,
  { choice, report, signal }: Omit<PathwayRequest, 'times'>,
): Promise<{ readonly open: OpenGroups; readonly group: OpenGroup }> {
  const open = await openGroups(deps, member, { choices: [choice], report, fewest: 1, signal });
  const [group] = open.groups;
  if (group === undefined) throw new Error('The group of a pathway is opened.');
  return { open, group };
}

/** The pathway as this member may use it; refused where it is none. */
function planOfTimes(
  deps: AnalysisDeps,
  release: LiveRelease,
  times: PathwayRequest['times'],
  band: PathwayBand = { reached: 1, way: 'reached' },
): Pathway {
  const checked = checkPathway({ ...times, ...band }, { lookup: release.lookup, member: release });
  if (checked.kind === 'fault')
    throw fieldRefusal(checked.isGone ? 'not_found' : 'bad_request', 'stages', checked.message);
  return planPathway(checked, today(deps.clock)).pathway;
}

interface OfBand {
  readonly times: PathwayRequest['times'];
  readonly band: PathwayBand;
}

/** Those of a group who are in a band or a gap. */
function bandOf(
  { combination }: OpenGroup,
  { times, band }: OfBand,
  { deps, release }: { readonly deps: AnalysisDeps; readonly release: LiveRelease },
): OpenGroup['combination'] {
  const set: CriteriaSet = {
    ...{ kind: 'criteria_set', entryId: newEntryId(), collectionId: release.lookup.root.id, entries: [] },
    pathway: { ...times, ...band },
  };
  const cohort = openStored(cohortKind, [set], release);
  const plan: CohortPlan = requirePlan(cohort, deps);
  return combined('and', [combination, { kind: 'part', part: { plan, cohort } }]);
}
