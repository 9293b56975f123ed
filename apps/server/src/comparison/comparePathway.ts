import type { CombinableChoice, ComparisonPathway } from '@atrium/contract/endpoints/comparison';
import { fieldRefusal } from '@atrium/contract/errors/errorCode';
import type { CriteriaSet } from '@atrium/contract/wire/cohortDefinition';
import type { PathwayBand, PathwayOfSet, TimePointChoice } from '@atrium/contract/wire/pathway';
import {
  type CohortPlan,
  checkPathway,
  combined,
  type Pathway,
  pathwayFigures,
  pathwayLine,
  planPathway,
  timeName,
} from '@atrium/engine';
import type { Member } from '../access/index.ts';
import type { AnalysisDeps } from '../analysis/index.ts';
import type { LiveRelease } from '../catalogue/index.ts';
import { cohortKind, requirePlan, today } from '../cohort/index.ts';
import { newEntryId, openStored } from '../definition/index.ts';
import { disclosed } from '../http/index.ts';
import type { ProgramDeps } from './answerProgram.ts';
import type { GroupsRequest } from './comparable.ts';
import { describeGroups } from './describeGroups.ts';
import { makeActive } from './makeActive.ts';
import { type OpenGroup, type OpenGroups, openGroups, sayAsCohort } from './openGroups.ts';
import { pathwayProgram } from './pathwayProgram.ts';

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
  const { open, group, described, found } = await followPathway(deps, member, { times, ...request });
  const { release } = open;
  const band = bandOf(group, { times, band: { reached: 1, way: 'reached' } }, { deps, release });
  const said = sayAsCohort(band, { deps, release });
  const [shown] = described.groups;
  if (shown === undefined) throw new Error('The group of a pathway is described.');
  const reply: ComparisonPathway = {
    ...{ group: shown, ...found, refusal: 'why' in said ? said.why : null, snapshotId: open.snapshotId },
  };
  const reached = found.stages.map((stage) => stage.reached).join(', ');
  return disclosed(reply, [described.line({ pathway: times }, { reached })]);
}

/** Writes the program of a pathway; what it holds counts as rows (rule 17.37). */
export async function answerPathwayProgram(deps: ProgramDeps, member: Member, request: PathwayRequest) {
  const { times } = request;
  const { open, group, described, found, lines } = await followPathway(deps, member, request);
  const { lookup } = open.release;
  const namesOf = (choices: readonly TimePointChoice[]) => choices.map((choice) => timeName(choice, lookup));
  const program = pathwayProgram({
    about: [
      `A pathway of ${group.title}, n = ${described.sizes[0]}, of ${open.release.release}`,
      `Made with Atrium ${deps.software} on ${deps.clock().toISOString().slice(0, 10)}`,
      group.cohort?.description ?? 'made of others',
    ],
    ...{ found, lines, names: { stages: namesOf(times.stages), exits: namesOf(times.exits) } },
  });
  const rows = lines.length;
  return disclosed({ program }, [described.line({ pathway: times }, { rows })], {
    rows,
    bytes: Buffer.byteLength(program),
  });
}

/** Follows the subjects of a group on a pathway: the lines, and what they come to. */
async function followPathway(deps: AnalysisDeps, member: Member, { times, ...request }: PathwayRequest) {
  const { signal } = request;
  const { open, group } = await openGroup(deps, member, request);
  const { release } = open;
  const pathway = planOfTimes(deps, release, times);
  const described = await describeGroups(deps, member, { open, signal });
  const rows = await deps.questions.ask({ kind: 'pathway', plan: group.plan, pathway }, release, { signal });
  const lines = rows.map(pathwayLine);
  const { notReached, stages } = pathwayFigures(lines, pathway);
  const found: Pick<ComparisonPathway, 'notReached' | 'stages'> = {
    notReached,
    stages: stages.map(({ left, wait, ...stage }) => ({
      ...{ ...stage, left: [...left] },
      wait: wait === null ? null : { ...wait, bins: [...wait.bins] },
    })),
  };
  return { open, group, described, lines, found };
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
export function planOfTimes(
  deps: AnalysisDeps,
  release: LiveRelease,
  times: PathwayRequest['times'],
  band: PathwayBand = { reached: 1, way: 'reached' },
): Pathway {
  const checked = checkPathway({ ...times, ...band }, { lookup: release.lookup, member: release });
  if (checked.kind === 'fault')
    throw fieldRefusal(checked.isGone ? 'not_found' : 'bad_request', checked.field, checked.message);
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
