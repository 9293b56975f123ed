import type { ComparisonCurves, TimePointChoice } from '@atrium/contract/endpoints/comparison';
import {
  compareCurves,
  type Followed,
  type FollowUp,
  type FollowUpOutcome,
  followUpOutcomes,
  isWithin,
} from '@atrium/engine';
import type { Member } from '../access/index.ts';
import type { AnalysisDeps } from '../analysis/index.ts';
import { disclosed } from '../http/index.ts';
import { describeGroups } from './describeGroups.ts';
import { type GroupsRequest, openGroups } from './openGroups.ts';
import { openTimePoint } from './openTimePoint.ts';

export interface CurvesRequest extends GroupsRequest {
  readonly times: Readonly<Record<'zero' | 'end' | 'last', TimePointChoice>> &
    Readonly<Partial<Record<'entry' | 'competing', TimePointChoice | undefined>>>;
  /** In days. */
  readonly horizon?: number | undefined;
}

/** Follows groups from a time zero to an event (rules 17.10 to 17.15). */
export async function answerCurves(
  deps: AnalysisDeps,
  member: Member,
  { times, horizon, ...request }: CurvesRequest,
) {
  const { signal } = request;
  const open = await openGroups(deps, member, request);
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
  const followed = lines.map((own) => own.flatMap((line) => followedOf(line) ?? []));
  const { curves, test, ...axis } = compareCurves(followed, {
    ...{ hasCompeting: competing !== undefined, areApart: described.inSeveral === 0 },
    horizon: horizon ?? null,
  });
  const reply: ComparisonCurves = {
    ...{ groups: [...described.groups], inSeveral: described.inSeveral, moreGroups: open.moreGroups },
    ...{ kind: axis.kind, times: [...axis.times] },
    curves: curves.map(({ steps, atRisk, ...curve }, index) => ({
      ...curve,
      steps: steps.map(({ time, share, low, high }) => ({ time, share, low, high })),
      atRisk: [...atRisk],
      leftOut: {
        ...leftOut(lines[index] ?? []),
        ...(horizon === undefined ? {} : { afterHorizon: enteredAfter(followed[index] ?? [], horizon) }),
      },
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
