import type { ComparisonCurves, GroupChoice } from '@atrium/contract/endpoints/comparison';
import { fieldRefusal } from '@atrium/contract/errors/errorCode';
import type { TimePointChoice } from '@atrium/contract/wire/pathway';
import {
  checkTime,
  compareCurves,
  type Followed,
  type FollowUp,
  type FollowUpOutcome,
  followUpOutcomes,
  planTime,
  type TimePoint,
} from '@atrium/engine';
import type { Member } from '../access/index.ts';
import type { AnalysisDeps } from '../analysis/index.ts';
import type { LiveRelease } from '../catalogue/index.ts';
import { today } from '../cohort/index.ts';
import { disclosed } from '../http/index.ts';
import { describeGroups } from './describeGroups.ts';
import { openGroups } from './openGroups.ts';

export interface CurvesRequest {
  readonly choices: readonly GroupChoice[];
  readonly times: Readonly<Record<'zero' | 'end' | 'last', TimePointChoice>> &
    Readonly<Partial<Record<'entry' | 'competing', TimePointChoice | undefined>>>;
  readonly signal: AbortSignal;
}

/** Follows groups from a time zero to an event (rules 17.10 to 17.15). */
export async function answerCurves(
  deps: AnalysisDeps,
  member: Member,
  { choices, times, signal }: CurvesRequest,
) {
  const open = await openGroups(deps, member, { choices, signal });
  const { release, groups } = open;
  const point = (choice: TimePointChoice, field: string) => openTimePoint(choice, { deps, release, field });
  const { zero, end, last, entry, competing } = times;
  const followUp: FollowUp = {
    zero: point(zero, 'zero'),
    end: point(end, 'end'),
    last: point(last, 'last'),
    entry: entry === undefined ? null : point(entry, 'entry'),
    competing: competing === undefined ? null : point(competing, 'competing'),
  };
  const described = await describeGroups(deps, member, { open, signal });
  const lines: (readonly Line[])[] = [];
  for (const { plan } of groups) {
    const rows = await deps.questions.ask({ kind: 'followUp', plan, followUp }, release, { signal });
    lines.push(rows.map(lineOf));
  }
  const { curves, test, ...axis } = compareCurves(
    lines.map((own) => own.flatMap((line) => followedOf(line) ?? [])),
    { hasCompeting: competing !== undefined, areApart: described.inSeveral === 0 },
  );
  const reply: ComparisonCurves = {
    ...{ groups: [...described.groups], inSeveral: described.inSeveral, moreGroups: open.moreGroups },
    ...{ kind: axis.kind, times: [...axis.times] },
    curves: curves.map(({ steps, atRisk, ...curve }, index) => ({
      ...curve,
      steps: steps.map(({ time, share, low, high }) => ({ time, share, low, high })),
      atRisk: [...atRisk],
      leftOut: leftOut(lines[index] ?? []),
    })),
    test: test === null ? null : { ...test, df: [...test.df], isRough: false },
  };
  return disclosed(reply, [described.line({ times })]);
}

interface Line {
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
