import type { ComparisonCurves, CurveSettings } from '@atrium/contract/endpoints/comparison';
import { fieldRefusal } from '@atrium/contract/errors/errorCode';
import type { TimePointChoice } from '@atrium/contract/wire/pathway';
import {
  type CohortPlan,
  checkTime,
  compareCurves,
  enteredFrom,
  type FollowedDay,
  type FollowedGroup,
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
  const [followed, described] = await Promise.all([
    followGroups(deps, open, { times, signal }),
    describeGroups(deps, member, { open, signal }),
  ]);
  const reply = curvesOf(followed, { described, moreGroups: open.moreGroups, times });
  return disclosed(reply, [described.line({ times })]);
}

/** A group that is followed, and who of it is not, by why. */
export interface FollowedOfGroup {
  readonly group: FollowedGroup;
  readonly leftOut: Omit<ComparisonCurves['curves'][number]['leftOut'], 'afterHorizon'>;
}

interface Following extends Pick<CurvesRequest, 'times' | 'signal'> {
  /** What stands before the fields of the times in the request; default: nothing. */
  readonly within?: string;
}

/** How the subjects of each group were followed. */
export async function followGroups(
  deps: AnalysisDeps,
  { release, groups }: OpenGroups,
  { times, within = '', signal }: Following,
): Promise<readonly FollowedOfGroup[]> {
  const point = (choice: TimePointChoice, field: string) =>
    openTimePoint(choice, { deps, release, field: `${within}${field}` });
  const { zero, end, last, entry, competing } = times;
  const followUp: FollowUp = {
    zero: point(zero, 'zero'),
    end: point(end, 'end'),
    last: point(last, 'last'),
    entry: entry === undefined ? null : point(entry, 'entry'),
    competing: competing === undefined ? null : point(competing, 'competing'),
  };
  const ask = (plan: CohortPlan) =>
    deps.questions.ask({ kind: 'followUp', plan, followUp }, release, { signal });
  return Promise.all(groups.map(async ({ plan }) => readFollowed(await ask(plan))));
}

interface Described {
  readonly described: Pick<DescribedGroups, 'groups' | 'inSeveral'>;
  readonly moreGroups: number;
  readonly times: CurvesRequest['times'];
}

export function curvesOf(
  followed: readonly FollowedOfGroup[],
  { described, moreGroups, times: { competing, horizon } }: Described,
): ComparisonCurves {
  const groups = followed.map(({ group }) => group);
  const { curves, test, ...axis } = compareCurves(groups, {
    ...{ hasCompeting: competing !== undefined, areApart: described.inSeveral === 0 },
    horizon: horizon ?? null,
  });
  return {
    ...{ groups: [...described.groups], inSeveral: described.inSeveral, moreGroups },
    ...{ kind: axis.kind, times: [...axis.times] },
    curves: curves.flatMap(({ steps, atRisk, ...curve }, index) => {
      const own = followed[index];
      if (own === undefined) return [];
      const { group, leftOut } = own;
      const afterHorizon = horizon === undefined ? {} : { afterHorizon: enteredFrom(horizon, group) };
      return { ...curve, steps: [...steps], atRisk: [...atRisk], leftOut: { ...leftOut, ...afterHorizon } };
    }),
    test: test === null ? null : { ...test, df: [...test.df], isRough: false },
    suppression: null,
  };
}

type Counts = Record<FollowUpOutcome | 'entered', number>;

const noCounts = (): Counts => ({
  ...{ event: 0, competing: 0, censored: 0, entered: 0 },
  ...{ noZero: 0, noEntry: 0, noContact: 0, leftBefore: 0 },
});

/** Reads the rows of `compileFollowUp`. */
function readFollowed(rows: readonly Readonly<Record<string, unknown>>[]): FollowedOfGroup {
  const all = noCounts();
  const days: Writable<FollowedDay>[] = [];
  for (const { day: of, what, subjects } of rows.toSorted(
    (one, other) => Number(one['day']) - Number(other['day']),
  )) {
    if (!isCounted(what)) throw new Error(`Nobody is followed until ${String(what)}.`);
    const count = Number(subjects);
    all[what] += count;
    if (of === null || !isOfDay(what)) continue;
    const day = Number(of);
    let on = days.at(-1);
    if (on?.day !== day) {
      on = { day, entered: 0, event: 0, competing: 0, censored: 0 };
      days.push(on);
    }
    on[what] += count;
  }
  const { noZero, noEntry, noContact, leftBefore } = all;
  return {
    group: { fromZero: all.event + all.competing + all.censored - all.entered, days },
    leftOut: { noZero, noEntry, noContact, leftBefore },
  };
}

type Writable<Row> = { -readonly [Key in keyof Row]: Row[Key] };

const counters: ReadonlySet<unknown> = new Set<keyof Counts>([...followUpOutcomes, 'entered']);
const isCounted = (what: unknown): what is keyof Counts => counters.has(what);
const isOfDay = (what: keyof Counts): what is Exclude<keyof FollowedDay, 'day'> =>
  what === 'event' || what === 'competing' || what === 'censored' || what === 'entered';

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
