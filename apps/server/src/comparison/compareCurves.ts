import type { ComparisonCurves, CurveSettings } from '@atrium/contract/endpoints/comparison';
import { fieldRefusal } from '@atrium/contract/errors/errorCode';
import type { TimePointChoice } from '@atrium/contract/wire/pathway';
import {
  checkTime,
  compareCurves,
  type Followed,
  type FollowUp,
  type FollowUpOutcome,
  followUpOutcomes,
  isWithin,
  planTime,
  type TimePoint,
} from '@atrium/engine';
import type { Member } from '../access/index.ts';
import type { AnalysisDeps } from '../analysis/index.ts';
import type { LiveRelease } from '../catalogue/index.ts';
import { today } from '../cohort/index.ts';
import { disclosed } from '../http/index.ts';
import type { GroupsRequest } from './comparable.ts';
import { type DescribedGroups, describeGroups } from './describeGroups.ts';
import { type OpenGroups, openGroups } from './openGroups.ts';

export interface CurvesRequest extends GroupsRequest {
  readonly times: CurveSettings;
}

/** Follows groups from a time zero to an event (rules 17.10 to 17.15 and 17.29). */
export async function answerCurves(deps: AnalysisDeps, member: Member, { times, ...request }: CurvesRequest) {
  const { signal } = request;
  const open = await openGroups(deps, member, request);
  const lines = await followGroups(deps, open, { times, signal });
  const described = await describeGroups(deps, member, { open, signal });
  const reply = curvesOf(lines, { described, moreGroups: open.moreGroups, times });
  return disclosed(reply, [described.line({ times })]);
}

/** How the subjects of each group were followed, counted by entry, end and outcome. */
export async function followGroups(
  deps: AnalysisDeps,
  { release, groups }: OpenGroups,
  { times, signal }: Pick<CurvesRequest, 'times' | 'signal'>,
): Promise<readonly (readonly Line[])[]> {
  const point = (choice: TimePointChoice, field: string) => openTimePoint(choice, { deps, release, field });
  const { zero, end, last, entry, competing } = times;
  const followUp: FollowUp = {
    zero: point(zero, 'zero'),
    end: point(end, 'end'),
    last: point(last, 'last'),
    entry: entry === undefined ? null : point(entry, 'entry'),
    competing: competing === undefined ? null : point(competing, 'competing'),
  };
  const lines: (readonly Line[])[] = [];
  for (const { plan } of groups) {
    const rows = await deps.questions.ask({ kind: 'followUp', plan, followUp }, release, { signal });
    lines.push(rows.map(lineOf));
  }
  return lines;
}

/** Those of the lines who were followed, by groups. */
export const followedIn = (lines: readonly (readonly Line[])[]): readonly (readonly Followed[])[] =>
  lines.map((own) => own.flatMap((line) => followedOf(line) ?? []));

interface Described {
  readonly described: Pick<DescribedGroups, 'groups' | 'inSeveral'>;
  readonly moreGroups: number;
  readonly times: CurvesRequest['times'];
}

export function curvesOf(
  lines: readonly (readonly Line[])[],
  { described, moreGroups, times: { competing, horizon } }: Described,
): ComparisonCurves {
  const followed = followedIn(lines);
  const { curves, test, ...axis } = compareCurves(followed, {
    ...{ hasCompeting: competing !== undefined, areApart: described.inSeveral === 0 },
    horizon: horizon ?? null,
  });
  return {
    ...{ groups: [...described.groups], inSeveral: described.inSeveral, moreGroups },
    ...{ kind: axis.kind, times: [...axis.times] },
    curves: curves.map(({ steps, atRisk, ...curve }, index) => ({
      ...curve,
      steps: steps.map(({ error, ...step }) => step),
      atRisk: [...atRisk],
      leftOut: {
        ...leftOut(lines[index] ?? []),
        ...(horizon === undefined ? {} : { afterHorizon: enteredAfter(followed[index] ?? [], horizon) }),
      },
    })),
    test: test === null ? null : { ...test, df: [...test.df], isRough: false },
    suppression: null,
  };
}

export interface Line {
  readonly entry: number | null;
  readonly leaving: number | null;
  readonly outcome: FollowUpOutcome;
  readonly count: number;
}

const lineOf = (row: Readonly<Record<string, unknown>>): Line => ({
  entry: row['entry'] === null ? null : Number(row['entry']),
  leaving: row['leaving'] === null ? null : Number(row['leaving']),
  outcome: followUpOutcomes.find((known) => known === row['outcome']) ?? 'noContact',
  count: Number(row['subjects']),
});

function followedOf({ entry, leaving, outcome, count }: Line): Followed | null {
  if (leaving === null) return null;
  return outcome === 'event' || outcome === 'competing' || outcome === 'censored'
    ? { entry, exit: leaving, outcome, count }
    : null;
}

const enteredAfter = (followed: readonly Followed[], horizon: number): number =>
  followed.reduce((sum, { entry, count }) => sum + (isWithin({ entry }, horizon) ? 0 : count), 0);

function leftOut(lines: readonly Line[]): ComparisonCurves['curves'][number]['leftOut'] {
  const sum = (wanted: FollowUpOutcome): number =>
    lines.reduce((total, { outcome, count }) => total + (outcome === wanted ? count : 0), 0);
  return {
    noZero: sum('noZero'),
    noEntry: sum('noEntry'),
    noContact: sum('noContact'),
    leftBefore: sum('leftBefore'),
  };
}

interface Opening {
  readonly deps: Pick<AnalysisDeps, 'clock'>;
  readonly release: LiveRelease;
  /** The field of the request. */
  readonly field: string;
}

/** A time as this member may see it; refuses one of which only the year shows (rule 17.15). */
function openTimePoint(choice: TimePointChoice, { deps, release, field }: Opening): TimePoint {
  const checked = checkTime(choice, { lookup: release.lookup, member: release });
  if (checked.kind === 'fault')
    throw fieldRefusal(checked.isGone ? 'not_found' : 'bad_request', field, checked.message);
  return planTime(checked, today(deps.clock));
}
