import { z } from 'zod';
import { type DayNumber, dayNumber, isoDay } from './dayNumbers.ts';

/** A calendar day as an ISO string, `YYYY-MM-DD`; the only form of a date inside the portal. */
export const day = z.iso.date().brand<'Day'>();
export type Day = z.output<typeof day>;

/** Parses an ISO day; undefined for any other text. */
export const toDay = (text: string): Day | undefined => {
  const parsed = day.safeParse(text.trim());
  return parsed.success ? parsed.data : undefined;
};

const usPattern = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/** A day as stored definitions spell it, `MM/DD/YYYY` (rule 1.6). */
export const usDay = z.codec(z.string().regex(usPattern), day, {
  decode: (given) => given.replace(usPattern, '$3-$1-$2'),
  encode: (value) => toUsDay(value),
});

/** `2020-02-29` → `02/29/2020`. */
export const toUsDay = (value: string): string => value.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');

/** Parses `YYYY-MM-DD` or `MM/DD/YYYY`; anything else is not a day (rule 1.6). */
export const parseDay = (text: string): Day | undefined => toDay(text.trim().replace(usPattern, '$3-$1-$2'));

type Edge = 'first' | 'last';
const edges: Readonly<Record<Edge, string>> = { first: '01-01', last: '12-31' };

/** The first or the last day of the year that a text of four digits names; undefined for any other text. */
export const yearEdge = (text: string, edge: Edge): Day | undefined =>
  toDay(/^\d{4}$/.test(text) ? `${text}-${edges[edge]}` : '');

/** The calendar year of an ISO day. */
export const yearOf = (day: string): number => Number(day.slice(0, 4));

function inCalendar(text: string): Day {
  const day = toDay(text);
  if (day === undefined) throw new Error('The day lies outside the calendar.');
  return day;
}

const dayOf = (number: DayNumber): Day => inCalendar(isoDay(number));

/** The day, by UTC, of an instant. */
export const utcDayOf = (instant: Date): Day => inCalendar(instant.toISOString().slice(0, 10));

/** The day of an instant in the time zone of this machine. */
export const localDayOf = (instant: Date): Day =>
  utcDayOf(new Date(Date.UTC(instant.getFullYear(), instant.getMonth(), instant.getDate())));

/** The first or the last day of a day's year. */
export const edgeOfYear = (day: Day, edge: Edge): Day => inCalendar(`${day.slice(0, 4)}-${edges[edge]}`);

/** The day so many days later, or earlier when negative; four-digit years only. */
export const addDays = (day: Day, days: number): Day => dayOf(dayNumber(day) + days);

/** The window of n calendar days that ends today: 1 is today alone (rule 2.17). */
export const windowEnding = (today: Day, days: number): { readonly min: Day; readonly max: Day } => ({
  min: addDays(today, 1 - days),
  max: today,
});

/**
 * The calendar years that a window of n days touches, whole: what shows by year is not cut at today's day (rule
 * 1.15).
 */
export function yearsOfWindow(today: Day, days: number): { readonly min: Day; readonly max: Day } {
  const { min, max } = windowEnding(today, days);
  return { min: edgeOfYear(min, 'first'), max: edgeOfYear(max, 'last') };
}

const maxWindow = 100_000;

/** Whether a number of days back can be used as a window: at least today, and within the calendar. */
export const isWindow = (days: number): boolean => Number.isInteger(days) && days >= 1 && days <= maxWindow;

/** The lengths of a window up to today that can be chosen; a stored one may have another (rule 2.17). */
export const windowLengths: readonly number[] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 14, 30, 60, 180, 365, 730, 1095,
];

/** Whether both bounds are open or on the edge of a calendar year: Jan 1 below, Dec 31 above. */
export const isWholeYears = (min: Day | null, max: Day | null): boolean =>
  (min === null || min.endsWith('-01-01')) && (max === null || max.endsWith('-12-31'));

/** Days in a year where dates show as years: in windows, and in distances between events (rules 1.15 and 1.16). */
export const daysOfCalendarYear = 365;

/** Whether a distance in days is a whole number of calendar years, before (−365), the same (0) or after (365). */
export const isYearsApart = (days: number): boolean => days % daysOfCalendarYear === 0;

/** Whether a window is one of the lengths allowed for de-identified dates: 365, 730, … days. */
export const isYearsOfDays = (days: number): boolean => days > 0 && isYearsApart(days);
