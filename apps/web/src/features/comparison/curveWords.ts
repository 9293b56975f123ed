import type { ComparisonCurves } from '@atrium/contract/endpoints/comparison';
import { formatCount } from '../../lib/formatNumber.ts';
import { formatP, words } from './comparisonWords.ts';
import { shownCount } from './tableRows.ts';

export const curveWords = {
  title: 'Curves',
  choose: 'Choose groups, a time zero, an end and a last contact, and the curves stand here.',
  chooseAges:
    'Choose groups, the age at an event and the age at the last contact, and the curves stand here.',
  roles: {
    zero: 'Time zero',
    end: 'End',
    last: 'Last contact',
    entry: 'Late entry (optional)',
    competing: 'Competing event (optional)',
  },
  horizon: 'Until (optional)',
  summary: {
    survival: 'Subjects without the event, by time from time zero',
    incidence: 'Subjects with the event, by time from time zero',
  },
  table: {
    survival: 'Without the event, and at risk, by time',
    incidence: 'With the event, and at risk, by time',
  },
  group: 'Group',
  atRisk: (count: string) => `${count} at risk`,
  method: {
    survival:
      'Kaplan–Meier estimate; bands of 95% by Greenwood’s formula on the logarithmic scale. Who had no event is followed until the last contact.',
    incidence:
      'Aalen–Johansen estimate of the cumulative incidence; bands of 95% on the plain scale. Competing events are not censored.',
    lifeTable:
      'Life table from birth, made of figures that a cross-tab shows: steps of whole years, each of at least as many subjects as may be shown, and longer where figures are hidden. Bands of 95% by Greenwood’s formula on the logarithmic scale. Who had no event counts until the last contact; events are counted as far as the curve goes.',
  },
  hidden: 'hidden, as it may not be shown how many are followed.',
  untested: {
    hidden: 'Nothing is tested: a test would need figures that are hidden.',
    noTest: 'No log-rank test: nobody had the event, or only one group was at risk when somebody did.',
  },
  rows: {
    days: 'Days from time zero',
    share: 'Share',
    low: 'Lower bound',
    high: 'Upper bound',
    atRisk: 'At risk',
    events: 'With the event',
  },
} as const;

const daysPerYear = 365.25;
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });
const tenth = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

export const duration = (days: number): string => `${durationIn(days)(days)} ${unitOf(days)}`;

const unitOf = (days: number): 'years' | 'days' => (days >= 2 * daysPerYear ? 'years' : 'days');

/** Days in the unit in which one of them is said, so that they compare. */
export const durationIn =
  (said: number) =>
  (days: number): string =>
    unitOf(said) === 'years' ? tenth.format(days / daysPerYear) : formatCount(days);

/** Times of an axis in years where it is in whole years, else in days. */
export const formatTime =
  (times: readonly number[]) =>
  (time: number): string =>
    (times[1] ?? 0) % daysPerYear === 0 && times.length > 1
      ? `${formatCount(time / daysPerYear)} y`
      : `${formatCount(time)} d`;

type Curve = ComparisonCurves['curves'][number];

export function shareAt(steps: Curve['steps'], time: number, start: number): string {
  const last = steps.at(-1);
  if (last !== undefined && time > last.time) return words.none;
  return percent.format(steps.findLast((step) => step.time <= time)?.share ?? start);
}

/** `120 followed, 34 with the event, median 6.2 years; 5 without time zero are left out.` */
export function followedSentence({ subjects, events, competing, median, leftOut }: Curve): string {
  if (typeof subjects === 'string') return curveWords.hidden;
  const parts = [
    `${formatCount(subjects)} followed`,
    `${shownCount(events)} with the event`,
    ...(competing === 0 ? [] : [`${formatCount(competing)} with the competing event`]),
    ...(median === null ? [] : [`median ${duration(median)}`]),
  ];
  const reasons = [
    [leftOut.noZero, 'without time zero'],
    [leftOut.noEntry, 'without entry'],
    [leftOut.noContact, 'without a contact after time zero'],
    [leftOut.leftBefore, 'who left before they entered'],
    [leftOut.afterHorizon ?? 0, 'who entered after the time shown'],
  ] as const;
  const left = reasons.flatMap(([count, why]) => (count === 0 ? [] : [`${shownCount(count)} ${why}`]));
  return `${parts.join(', ')}${left.length === 0 ? '' : `; not followed: ${left.join(', ')}`}.`;
}

/** `Log-rank test of 2 groups: p = 0.08 (n = 16, 8 with the event).` (rule 17.39). */
export function testOfCurves({ test, inSeveral, curves, suppression }: ComparisonCurves): string {
  if (suppression !== null) return curveWords.untested.hidden;
  if (inSeveral > 0) return words.several(inSeveral);
  if (test === null) return curveWords.untested.noTest;
  const sum = (of: 'subjects' | 'events'): string =>
    formatCount(curves.reduce((total, curve) => total + Number(curve[of]), 0));
  return `Log-rank test of ${curves.length} groups: ${formatP(test.p)} (n = ${sum('subjects')}, ${sum('events')} with the event).`;
}

/** Each step of each curve, for a file. */
export function curveRows({ groups, curves }: ComparisonCurves): readonly (readonly string[])[] {
  const { days, share, low, high, atRisk, events } = curveWords.rows;
  const cell = (value: number | null): string => (value === null ? '' : String(value));
  return [
    [curveWords.group, days, atRisk, events, share, low, high],
    ...curves.flatMap(({ steps }, index) =>
      steps.map((step) => [
        groups[index]?.title ?? '',
        ...[step.time, step.atRisk, step.events, step.share, step.low, step.high].map(cell),
      ]),
    ),
  ];
}
