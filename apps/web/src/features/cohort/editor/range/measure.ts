import { dayNumber, isoDay, toAgeInDays, toExactYearsAndDays, toNumber } from '@atrium/contract';
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

/** A number as typed; null when it is empty or none. */
export const numberOf = toNumber;

const plain = (value: number | null): string => (value === null ? '' : String(Number(value.toPrecision(12))));

export const numberMeasure: Measure<DraftOf<'range'>> = {
  toRange: ({ min, max }) => ({ min: numberOf(min), max: numberOf(max) }),
  withRange: (draft, { min, max }) => ({ ...draft, min: plain(min), max: plain(max) }),
  spoken: plain,
  toPlace: Number,
};

/** An age in days; years as the server reads them (contract 9.5). Null where neither is given. */
export function daysOf(years: string, days: string): number | null {
  const [wholeYears, restOfDays] = [numberOf(years), numberOf(days)];
  if (wholeYears === null && restOfDays === null) return null;
  return toAgeInDays({ years: wholeYears ?? 0, days: restOfDays ?? 0 });
}

/** Years and days that make up so many days, exactly; as many whole years as there are. */
export function yearsAndDays(days: number | null): readonly [years: string, days: string] {
  if (days === null) return ['', ''];
  const age = toExactYearsAndDays(days);
  return [String(age.years), String(age.days)];
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

/** Days since 1970; a year alone means its first or its last day. Null when there is no such day. */
export function placeOfDay(text: string, edge: 'first' | 'last' = 'first'): number | null {
  const day = /^\d{4}$/.test(text.trim())
    ? `${text.trim()}-${edge === 'first' ? '01-01' : '12-31'}`
    : text.trim();
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const number = dayNumber(day);
  return Number.isNaN(number) ? null : number;
}

const dayAt = (place: number | null): string => (place === null ? '' : isoDay(place));

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
