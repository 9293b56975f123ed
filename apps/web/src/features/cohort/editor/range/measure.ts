import type { Edges, Range } from '../../../../charts/brush/rangeBrush.ts';
import type { DraftOf } from '../editorState.ts';

/** How the bounds of a draft and the places on its histogram's axis become each other. */
export interface Measure<D> {
  readonly toRange: (draft: D) => Range;
  readonly withRange: (draft: D, range: Range) => D;
  readonly spoken: (value: number) => string;
  /** A bound of a bin as the server sends it. */
  readonly toPlace: (bound: number | string) => number;
}

const numeral = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** A number as typed; null when it is empty or none. */
export const numberOf = (text: string): number | null => (numeral.test(text.trim()) ? Number(text) : null);

const plain = (value: number | null): string => (value === null ? '' : String(Number(value.toPrecision(12))));

export const numberMeasure: Measure<DraftOf<'range'>> = {
  toRange: ({ min, max }) => ({ min: numberOf(min), max: numberOf(max) }),
  withRange: (draft, { min, max }) => ({ ...draft, min: plain(min), max: plain(max) }),
  spoken: plain,
  toPlace: Number,
};

const daysOfYear = 365.25;

/** An age in days; years as the server reads them (contract 9.5). Null where neither is given. */
export function daysOf(years: string, days: string): number | null {
  const [wholeYears, restOfDays] = [numberOf(years), numberOf(days)];
  if (wholeYears === null && restOfDays === null) return null;
  return Math.floor((wholeYears ?? 0) * daysOfYear) + (restOfDays ?? 0);
}

const daysBefore = (years: number): number => Math.floor(years * daysOfYear);

/** Years and days that make up so many days, exactly; as many whole years as there are. */
export function yearsAndDays(days: number | null): readonly [years: string, days: string] {
  if (days === null) return ['', ''];
  const least = Math.floor(days / daysOfYear);
  const years = daysBefore(least + 1) <= days ? least + 1 : least;
  return [String(years), String(days - daysBefore(years))];
}

export const ageMeasure: Measure<DraftOf<'age'>> = {
  toRange: (draft) => ({
    min: daysOf(draft.minYear, draft.minDay),
    max: daysOf(draft.maxYear, draft.maxDay),
  }),
  withRange: (draft, range) => {
    const [minYear, minDay] = yearsAndDays(range.min);
    const [maxYear, maxDay] = yearsAndDays(range.max);
    return { ...draft, minYear, minDay, maxYear, maxDay };
  },
  spoken: (value) => {
    const [years, days] = yearsAndDays(value);
    return `${years} years ${days} days`;
  },
  toPlace: Number,
};

const dayLength = 86_400_000;

/** Days since 1970; a year alone means its first or its last day. Null when there is no such day. */
export function placeOfDay(text: string, edge: 'first' | 'last' = 'first'): number | null {
  const day = /^\d{4}$/.test(text.trim())
    ? `${text.trim()}-${edge === 'first' ? '01-01' : '12-31'}`
    : text.trim();
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const instant = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(instant) ? null : instant / dayLength;
}

const dayAt = (place: number | null): string =>
  place === null ? '' : new Date(place * dayLength).toISOString().slice(0, 10);

export const dateMeasure: Measure<DraftOf<'date'>> = {
  toRange: ({ min, max }) => ({ min: placeOfDay(min), max: placeOfDay(max, 'last') }),
  withRange: (draft, { min, max }) => ({ ...draft, mode: 'date_range', min: dayAt(min), max: dayAt(max) }),
  spoken: dayAt,
  toPlace: (bound) => placeOfDay(String(bound)) ?? 0,
};

/** The bounds of all bins as places; none where the server sent none. */
export const edgesOf = <D>(
  bins: readonly (readonly [number | string, number | string])[] | undefined,
  { toPlace }: Measure<D>,
): Edges => (bins ?? []).map(([from, to]) => [toPlace(from), toPlace(to)] as const);
