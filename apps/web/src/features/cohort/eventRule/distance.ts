import { daysOfYears } from '@atrium/contract/calendar/ages';
import { daysOfCalendarYear } from '@atrium/contract/calendar/days';
import { toNumber } from '@atrium/contract/calendar/numerals';

/** Where the event of a sentence lies: after the other one, before it, or from before to after it. */
export const directions = ['after', 'before', 'around'] as const;
export type Direction = (typeof directions)[number];

export const distanceUnits = ['days', 'years', 'calendar_years'] as const;
export type DistanceUnit = (typeof distanceUnits)[number];

type Fields = Readonly<Record<string, string>>;
type Range = readonly [start: number, end: number];

/**
 * The fields of "between [near] and [far] [unit] [direction]" for a range of days from the other event; without one, a
 * year after it. Around it, the near field is what lies before.
 */
export function sentenceOf(range: Range | undefined, inYears: boolean): Fields {
  const [start, end] = range ?? [0, daysOfCalendarYear];
  const unit = inYears ? 'calendar_years' : range !== undefined && areYears(range) ? 'years' : 'days';
  const direction = start >= 0 ? 'after' : end <= 0 ? 'before' : 'around';
  const [near, far] =
    direction === 'after' ? [start, end] : direction === 'before' ? [-end, -start] : [-start, end];
  return { direction, distance_unit: unit, near: inUnit(near, unit), far: inUnit(far, unit) };
}

const yearsIn = (days: number): number => Math.round(days / daysOfYears(1));
const isYears = (days: number): boolean => daysOfYears(yearsIn(days)) === days;
const areYears = (range: Range): boolean => range.every(isYears) && range.some((days) => days !== 0);

function inUnit(days: number, unit: DistanceUnit): string {
  if (unit === 'days') return String(days);
  return String(unit === 'years' ? yearsIn(days) : Math.round((100 * days) / daysOfCalendarYear) / 100);
}

export const directionOf = ({ direction }: Fields): Direction =>
  directions.find((one) => one === direction) ?? 'after';

export const unitOf = ({ distance_unit: unit }: Fields): DistanceUnit =>
  distanceUnits.find((one) => one === unit) ?? 'days';

const perUnit = {
  days: (count: number) => count,
  years: daysOfYears,
  calendar_years: (count: number) => count * daysOfCalendarYear,
} as const;

/** The fields of the wire for those of the sentence; text that is no number stays, so that the server refuses it. */
export function daysOfSentence(fields: Fields): Fields {
  const direction = directionOf(fields);
  const days = (text: string, sign: 1 | -1): string => {
    const count = toNumber(text);
    return count === null ? text : String(sign * perUnit[unitOf(fields)](count));
  };
  const [near = '', far = ''] = [fields['near'], fields['far']];
  const start = direction === 'before' ? far : near;
  const end = direction === 'before' ? near : far;
  return {
    range_start_days_from_target: days(start, direction === 'after' ? 1 : -1),
    range_end_days_from_target: days(end, direction === 'before' ? -1 : 1),
  };
}

/** The range of days that the sentence says; null while it is not one. */
export function rangeOf(fields: Fields): Range | null {
  const days = daysOfSentence(fields);
  const start = toNumber(days['range_start_days_from_target'] ?? '');
  const end = toNumber(days['range_end_days_from_target'] ?? '');
  return start === null || end === null || start > end ? null : [start, end];
}

/** The fields of the wire whose errors belong to the near and to the far number. */
export const wireNamesOf = (direction: Direction): Readonly<Record<'near' | 'far', string>> =>
  direction === 'before'
    ? { near: 'range_end_days_from_target', far: 'range_start_days_from_target' }
    : { near: 'range_start_days_from_target', far: 'range_end_days_from_target' };
