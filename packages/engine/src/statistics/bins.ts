import {
  completedYears,
  daysOfYears,
  daysPerYear,
  toAgeInDays,
  topCodedAgeDays,
} from '@atrium/contract/calendar/ages';
import { yearOf } from '@atrium/contract/calendar/days';
import { kindOf } from '../concepts/kinds.ts';
import type { Concept } from '../dictionary/dictionary.ts';

/** The observed range that bins must cover; days for ages, ISO days for dates. */
export interface BinRange {
  readonly count: number;
  readonly min: number | string;
  readonly max: number | string;
  /** Whether ages lie at the young end of their range follows from it. */
  readonly mean?: number | null;
}

/**
 * The bins of a histogram. As many as the square root of the number of values, at most 30, their width rounded up to
 * 1, 2, 2.5 or 5 times a power of ten (whole numbers: at least 1), starting at a multiple of the width; empty bins
 * stay. Ages are cut at whole years, where they span less than two years at months or days, and finer in infancy where
 * most of them lie there; dates at months or years (rule 4.8).
 */
export function planBins(concept: Concept, range: BinRange, topCodesAges = false): readonly Bin[] {
  if (range.count === 0) return [];
  if (typeof range.min === 'string' || typeof range.max === 'string') {
    return dateBins(String(range.min), String(range.max));
  }
  const span = { min: range.min, max: range.max, wanted: wantedBins(range.count) };
  if (kindOf(concept).scale === 'age')
    return binsOfDays(span, range.mean, topCodesAges && range.max === topCodedAgeDays);
  const bins = concept.isInteger ? wholeBins(span) : decimalBins(span);
  const { unit } = concept;
  return unit === null ? bins : bins.map(({ from, label }) => ({ from, label: `${label} ${unit}` }));
}

/** The bins of ages, and of other times in days. */
function binsOfDays(span: Span, mean: number | null | undefined, hasOpenEnd: boolean): readonly Bin[] {
  return isYoung(span, mean) ? gradedBins(span, hasOpenEnd) : ageBins(span, hasOpenEnd);
}

/** The bins of waiting times, in days (rule 17.32). */
export const planWaitingBins = (range: {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
}): readonly Bin[] => binsOfDays({ ...range, wanted: wantedBins(range.count) }, range.mean, false);

interface Span {
  readonly min: number;
  readonly max: number;
  readonly wanted: number;
}

const wantedBins = (count: number): number => Math.min(Math.ceil(Math.sqrt(count)), maxBins);

const steps = [1, 2, 2.5, 5, 10];

/** The next of 1, 2, 2.5, 5 × 10ⁿ at or above `width`; whole where `whole`. */
function niceWidth(width: number, whole: boolean): number {
  if (width <= 0 || (whole && width < 1)) return 1;
  const power = 10 ** Math.floor(Math.log10(width));
  for (const step of steps) {
    const nice = step * power;
    if (nice >= width * (1 - 1e-9) && (!whole || Number.isInteger(nice))) return nice;
  }
  return 10 * power;
}

interface Cut {
  readonly width: number;
  readonly first: number;
  readonly count: number;
}

/** A multiple of the width as a reader writes it: 3 × 0.1 is 0.3, not the next double above. */
const edge = (multiple: number, width: number): number => Number((multiple * width).toPrecision(15));

/** The last edge at or below `value`; division alone may miss it by one. */
function multipleOf(value: number, width: number): number {
  const near = Math.round(value / width);
  return edge(near, width) <= value ? near : near - 1;
}

/** Edges have 15 digits, so bins of large numbers are no narrower than their last digit. */
const narrowest = ({ min, max }: Span): number => {
  const largest = Math.max(Math.abs(min), Math.abs(max));
  return largest === 0 ? 0 : 10 ** (Math.floor(Math.log10(largest)) - 14);
};

/** Width and first multiple so that at most 30 bins cover the span. */
function cut(span: Span, whole: boolean): Cut {
  const { min, max, wanted } = span;
  let width = niceWidth(Math.max((max - min) / wanted, narrowest(span)), whole);
  for (;;) {
    const first = multipleOf(min, width);
    const count = multipleOf(max, width) - first + 1;
    if (count <= maxBins) return { width, first, count };
    width = niceWidth(width * 1.01, whole);
  }
}

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** A number for a label: short, but never so short that two edges of bins of this width look alike. */
function plain(value: number, width: number): string {
  const isLong = Math.abs(value) >= 1e9 || (value !== 0 && Math.abs(value) < 1e-4);
  const short = isLong ? value.toExponential(2) : String(Number(value.toPrecision(12)));
  if (Math.abs(Number(short) - value) < width / 10) return short;
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? String(BigInt(value)) : String(value);
}

/** The last whole number below an edge, also where it is beyond those that a double tells apart. */
const lastBelow = (edge: number, width: number): string =>
  Number.isSafeInteger(edge) ? plain(edge - 1, width) : String(BigInt(edge) - 1n);

/** Where the last bin is open, its label says that it holds all older ages too: `85+ years`. */
function wholeBins(span: Span, unit = '', hasOpenEnd = false): readonly Bin[] {
  const { width, first, count } = cut(span, true);
  return range(count).map((index) => {
    const from = edge(first + index, width);
    const end = width === 1 ? '' : ` – ${lastBelow(edge(first + index + 1, width), width)}`;
    const label = `${plain(from, width)}${hasOpenEnd && index === count - 1 ? '+' : end}`;
    const units = width === 1 && from === 1 ? unit : `${unit}s`;
    return { from, label: unit === '' ? label : `${label} ${units}` };
  });
}

function decimalBins(span: Span): readonly Bin[] {
  if (span.min === span.max) return [{ from: span.min, label: plain(span.min, 0) }];
  const { width, first, count } = cut(span, false);
  return range(count).map((index) => {
    const from = edge(first + index, width);
    const to = edge(first + index + 1, width);
    return { from, label: `[${plain(from, width)} – ${plain(to, width)}${index === count - 1 ? ']' : ')'}` };
  });
}

function ageBins({ min, max, wanted }: Span, hasOpenEnd: boolean): readonly Bin[] {
  if (max - min < 2 * daysPerYear) {
    const areMonths = min >= 0 && max < daysOfYears(3) && max - min >= daysOfMonths(3);
    return areMonths ? monthsOfAge({ min, max, wanted }) : wholeBins({ min, max, wanted }, 'day', hasOpenEnd);
  }
  /** The edge at or below an age; below zero that is a year further down than the years completed. */
  const years = (days: number): number => {
    const completed = completedYears(days);
    return daysOfYears(completed) <= days ? completed : completed - 1;
  };
  const inYears = wholeBins({ min: years(min), max: years(max), wanted }, 'year', hasOpenEnd);
  return inYears.map((bin) => ({ ...bin, from: daysOfYears(Number(bin.from)) }));
}

/** The first day of a month of age: within a year, months are twelfths of 365 days. */
const daysOfMonths = (months: number): number =>
  toAgeInDays({ years: Math.floor(months / 12), days: Math.floor(((months % 12) * 365) / 12) });

/** Ages of infants in the smallest step that needs no more bins than are wanted. */
function monthsOfAge({ min, max, wanted }: Span): readonly Bin[] {
  const edges = (step: number): readonly number[] => {
    const all = range(Math.ceil(36 / step)).map((index) => index * step);
    return all.filter((from) => daysOfMonths(from + step) > min && daysOfMonths(from) <= max);
  };
  const step = monthSteps.find((one) => edges(one).length <= wanted) ?? 6;
  return edges(step).map((from) => {
    const label = step === 1 ? String(from) : `${from} – ${from + step - 1}`;
    return { from: daysOfMonths(from), label: `${label} ${label === '1' ? 'month' : 'months'}` };
  });
}

/** Whether equal bins would hold most of the ages in the first one, in which infants of a day and of a year stand together. */
const isYoung = ({ min, max }: Span, mean: number | null | undefined): boolean =>
  typeof mean === 'number' &&
  min >= 0 &&
  min < daysOfYears(1) &&
  max >= daysOfMonths(3) &&
  max < daysOfYears(120) &&
  mean < max / 4;

/** Newborns by days and weeks, infants by months, children by school, adults by decades. */
const graded: readonly Bin[] = [
  { from: 0, label: '0 days' },
  { from: 1, label: '1 – 6 days' },
  { from: 7, label: '7 – 27 days' },
  { from: 28, label: '28 – 90 days' },
  { from: daysOfMonths(3), label: '3 – 5 months' },
  { from: daysOfMonths(6), label: '6 – 11 months' },
  { from: daysOfYears(1), label: '1 year' },
  ...[2, 5, 10, 18, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120].flatMap((years, index, all) => {
    const next = all[index + 1];
    return next === undefined ? [] : [{ from: daysOfYears(years), label: `${years} – ${next - 1} years` }];
  }),
];

function gradedBins({ min, max }: Span, hasOpenEnd: boolean): readonly Bin[] {
  const first = graded.findLastIndex(({ from }) => Number(from) <= min);
  const last = graded.findLastIndex(({ from }) => Number(from) <= max);
  return graded.slice(first, last + 1).map((bin, index, { length }) => {
    if (!hasOpenEnd || index < length - 1) return bin;
    return { ...bin, label: bin.label.replace(/ – [0-9]+/, '+') };
  });
}

/**
 * A histogram bin holds values from `from` on, up to the `from` of the next bin; the last bin has no upper bound
 * because nothing lies above it. `from` is a number, days for ages, or an ISO day for dates.
 */
export interface Bin {
  readonly label: string;
  readonly from: number | string;
}

/** A histogram never has more bins than this. */
export const maxBins = 30;

const monthSteps = [1, 2, 3, 6] as const;
const yearSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500] as const;

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0');
const monthName = (month: number): string => `${Math.floor(month / 12)}-${pad((month % 12) + 1, 2)}`;
const monthStart = (month: number): string =>
  `${pad(Math.floor(month / 12), 4)}-${pad((month % 12) + 1, 2)}-01`;

/** Months since year 0 of an ISO day. */
const monthOf = (day: string): number => yearOf(day) * 12 + Number(day.slice(5, 7)) - 1;

/** Months where the span is at most four years, else years; in the smallest step that needs at most 30 bins. */
function dateBins(min: string, max: string): readonly Bin[] {
  const months = { min: monthOf(min), max: monthOf(max) };
  return months.max - months.min < 48 ? monthBins(months) : yearBins(min, max);
}

/**
 * Whole years only, for callers who may not see more.
 * @param topCoded the year that stands for all before it, too (rule 1.21); the bin that holds it begins with it
 */
export function yearBins(min: string, max: string, topCoded: number | null = null): readonly Bin[] {
  const years = { min: yearOf(min), max: yearOf(max) };
  const { step, first, count } = smallestSteps(years, yearSteps);
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [first + index * step, first + (index + 1) * step - 1];
    if (topCoded !== null && from <= topCoded)
      return { from: `${pad(topCoded, 4)}-01-01`, label: `${to} or earlier` };
    return { from: `${pad(from, 4)}-01-01`, label: step === 1 ? String(from) : `${from} – ${to}` };
  });
}

function monthBins(months: { min: number; max: number }): readonly Bin[] {
  const { step, first, count } = smallestSteps(months, monthSteps);
  return Array.from({ length: count }, (_, index) => {
    const from = first + index * step;
    return {
      from: monthStart(from),
      label: step === 1 ? monthName(from) : `${monthName(from)} – ${monthName(from + step - 1)}`,
    };
  });
}

function smallestSteps(span: { min: number; max: number }, steps: readonly number[]) {
  for (const step of steps) {
    const first = Math.floor(span.min / step) * step;
    const count = Math.floor((span.max - first) / step) + 1;
    if (count <= maxBins) return { step, first, count };
  }
  const step = Math.ceil((span.max - span.min + 1) / maxBins);
  return { step, first: span.min, count: Math.ceil((span.max - span.min + 1) / step) };
}
