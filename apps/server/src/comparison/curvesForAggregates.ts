import { daysPerYear, topCodedAgeYears } from '@atrium/contract/calendar/ages';
import type { ComparisonCurves } from '@atrium/contract/endpoints/comparison';
import { fieldRefusal } from '@atrium/contract/errors/errorCode';
import type { AxisLabel } from '@atrium/contract/wire/analysis';
import type { TimePointChoice } from '@atrium/contract/wire/pathway';
import { type Concept, kindOf, type ShownAges, type ShownCurve, shownCurve } from '@atrium/engine';
import type { Member } from '../access/index.ts';
import { type AnalysisDeps, countCells, noteOf, type SumsForAggregates } from '../analysis/index.ts';
import type { LiveRelease } from '../catalogue/index.ts';
import { disclosed } from '../http/index.ts';
import { axesOf, isComparable, isSingle } from './comparable.ts';
import type { CurvesRequest } from './compareCurves.ts';
import { openGroupsForAggregates } from './groupsForAggregates.ts';

export interface CurvesDeps extends AnalysisDeps {
  readonly sumsForAggregates: SumsForAggregates;
}

/** Ends of the steps in years. They are fixed: steps that followed from the data would say where somebody is alone. */
const gridYears = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 20, 25, 30, 40, 50, 60, 70, 80, topCodedAgeYears];
const maxTimes = 8;

/** An age of the subject by which curves of aggregates can go: a cross-tab has it, too. */
export const isAge = (concept: Concept, release: LiveRelease): boolean =>
  isComparable(concept, release) && isSingle(concept, release) && kindOf(concept).scale === 'age';

/**
 * Curves for members who see aggregates only (rules 17.35 and 17.36): life tables of the values of one concept, from birth
 * to an age, worked out from figures that cross-tabs show these members.
 */
export async function curvesForAggregates(
  deps: CurvesDeps,
  member: Member,
  { times, ...request }: CurvesRequest,
) {
  const { signal } = request;
  const open = await openGroupsForAggregates(deps, member, request);
  const { release, threshold, mark, concept: grouping, listed } = open;
  const { end, last } = agesOf(times, release);
  if (end.id === last.id)
    throw fieldRefusal('bad_request', 'last', 'the end and the last contact are two ages of the subject');
  if (release.visibility.subjects.kind !== 'all')
    throw fieldRefusal(
      'bad_request',
      'groups',
      'curves of aggregates are of everyone, of whom you see a part',
    );
  const grids = await gridsOf([end, last], { deps, release, signal });
  const bounds = gridYears.filter((years) => grids.every((width) => years % width === 0));
  const [ofEnd, ofLast] = grids.map((width) => intervals(bounds, width));
  const groups = listed.map(({ label }) => [keyOf(label)]);
  const ask = (conceptIds: readonly string[], wanted: Parameters<SumsForAggregates>[1]) =>
    deps.sumsForAggregates(axesOf(release, conceptIds), wanted, { release, threshold, signal });
  const ofEvents = [[null], ...(ofEnd ?? [])];
  const ofCensored = [[null], ...(ofLast ?? [])];
  const events = await ask(
    [grouping.id, end.id],
    groups.flatMap((group) => ofEvents.map((ages) => [group, ages])),
  );
  const censored = await ask(
    [grouping.id, end.id, last.id],
    groups.flatMap((group) => ofCensored.map((ages) => [group, [null], ages])),
  );
  const rowsOf = (sums: readonly (number | null)[], width: number, index: number) => {
    const [none, ...parts] = sums.slice(index * width, (index + 1) * width);
    return { none: none ?? null, parts };
  };
  const days = bounds.map((years) => years * daysPerYear);
  const curves = listed.map(({ count }, index) => {
    if (typeof count !== 'number') return null;
    const [own, others] = [
      rowsOf(events, ofEvents.length, index),
      rowsOf(censored, ofCensored.length, index),
    ];
    const ages: ShownAges = {
      ...{ subjects: count, events: own.parts, withoutEvent: own.none },
      ...{ censored: others.parts, withoutContact: others.none },
    };
    const curve = shownCurve(ages, { bounds: days, threshold });
    return curve === null ? null : { curve, withoutContact: ages.withoutContact ?? mark };
  });
  const shownTimes = timesOf(curves.flatMap((one) => one?.curve.steps.map(({ time }) => time) ?? []));
  const reply: ComparisonCurves = {
    groups: listed.map(({ title, count }) => ({ title, count, cohortReceipt: null })),
    ...{ inSeveral: 0, moreGroups: open.moreGroups, kind: 'survival', times: shownTimes },
    curves: curves.map((one) => presentCurve(one, { times: shownTimes, mark })),
    ...{ test: null, suppression: noteOf(threshold) },
  };
  return disclosed(reply, [open.line('times', { times })]);
}

/** Refuses what no cross-tab of these members holds. */
function agesOf(
  { zero, end, last, entry, competing, horizon }: CurvesRequest['times'],
  release: LiveRelease,
) {
  if (zero.kind !== 'birth')
    throw fieldRefusal('bad_request', 'zero', 'with your access curves begin at birth');
  if (entry !== undefined || competing !== undefined)
    throw fieldRefusal(
      'bad_request',
      entry === undefined ? 'competing' : 'entry',
      'with your access curves have no late entry and no competing event',
    );
  if (horizon !== undefined)
    throw fieldRefusal('bad_request', 'horizon', 'with your access curves go as far as their figures show');
  const age = (choice: TimePointChoice, field: string): Concept => {
    const concept = choice.kind === 'value' ? release.lookup.concept(choice.conceptId) : undefined;
    if (choice.kind === 'value' && concept === undefined)
      throw fieldRefusal('not_found', field, `there is no concept ${choice.conceptId}`);
    if (concept === undefined || !isAge(concept, release))
      throw fieldRefusal('bad_request', field, 'with your access curves go by ages of the subject');
    return concept;
  };
  return { end: age(end, 'end'), last: age(last, 'last') };
}

interface Counting {
  readonly deps: AnalysisDeps;
  readonly release: LiveRelease;
  readonly signal: AbortSignal;
}

/** How many years the classes of each age have in a cross-tab (rule 6.5). */
async function gridsOf(ages: readonly Concept[], { deps, release, signal }: Counting) {
  const axes = axesOf(
    release,
    ages.map(({ id }) => id),
  );
  const plans = await countCells(deps, release, signal).axis(axes);
  return plans.map(({ bucketing }) => (bucketing.kind === 'classes' ? bucketing.width : 1));
}

const maxAgeYears = 200;

/** The classes of ages in each interval; the first takes ages below zero, the last is open. */
function intervals(bounds: readonly number[], width: number): readonly (readonly number[])[] {
  const edges = [-maxAgeYears, ...bounds, maxAgeYears].map((years) => Math.floor(years / width));
  return edges.slice(1).map((to, index) => {
    const from = edges[index] ?? to;
    return Array.from({ length: to - from }, (_, at) => from + at);
  });
}

/** The value of which this is the label (rule 9.27). */
const keyOf = (label: AxisLabel): AxisLabel =>
  typeof label === 'string' ? label.replace(/^\\(?=\\*\[not set\]$)/, '') : label;

/** Some of the times that are shown, from zero on. */
function timesOf(shown: readonly number[]): number[] {
  const all = [0, ...new Set(shown)].toSorted((a, b) => a - b);
  const every = Math.ceil(all.length / maxTimes);
  return all.filter((_, index) => index % every === 0);
}

type Presented = ComparisonCurves['curves'][number];

function presentCurve(
  shown: { readonly curve: ShownCurve; readonly withoutContact: number | string } | null,
  { times, mark }: { readonly times: readonly number[]; readonly mark: string },
): Presented {
  const head = { competing: 0, median: null };
  const left = { noZero: 0, noEntry: 0, leftBefore: 0 };
  if (shown === null)
    return {
      ...{ ...head, subjects: mark, events: mark, steps: [], atRisk: times.map(() => mark) },
      leftOut: { ...left, noContact: mark },
    };
  const { followed, steps, left: atEnds } = shown.curve;
  const leftAt = (time: number): number | string => {
    const index = steps.findIndex((step) => step.time === time);
    return time === 0 ? followed : (atEnds[index] ?? mark);
  };
  return {
    ...{ ...head, subjects: followed, events: steps.reduce((sum, { events }) => sum + events, 0) },
    steps: steps.map(({ error, ...step }) => step),
    atRisk: times.map(leftAt),
    leftOut: { ...left, noContact: shown.withoutContact },
  };
}
