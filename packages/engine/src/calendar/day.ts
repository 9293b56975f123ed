import { type Day, toDay } from '@atrium/contract';

const msPerDay = 86_400_000;

function fromMs(ms: number): Day {
  const day = toDay(new Date(ms).toISOString().slice(0, 10));
  if (day === undefined) throw new Error('The day lies outside the calendar.');
  return day;
}

/** The day so many days later, or earlier when negative; four-digit years only. */
export const addDays = (day: Day, days: number): Day => fromMs(Date.parse(day) + days * msPerDay);

/** The window of n calendar days that ends today: 1 is today alone (semantics 9, row 19). */
export const windowEnding = (today: Day, days: number): { readonly min: Day; readonly max: Day } => ({
  min: addDays(today, 1 - days),
  max: today,
});

const inYearOf = (day: Day, monthAndDay: string): Day =>
  fromMs(Date.parse(`${day.slice(0, 4)}-${monthAndDay}`));

/** The calendar years that a window of n days touches, whole: what shows by year is not cut at today's day (semantics 9, row 21). */
export function yearsOfWindow(today: Day, days: number): { readonly min: Day; readonly max: Day } {
  const { min, max } = windowEnding(today, days);
  return { min: inYearOf(min, '01-01'), max: inYearOf(max, '12-31') };
}

const longestWindow = 100_000;

/** Whether a number of days back is one that can be asked: at least today, and within the calendar. */
export const isWindow = (days: number): boolean =>
  Number.isInteger(days) && days >= 1 && days <= longestWindow;

/** Whether open or on the edge of a calendar year: Jan 1 below, Dec 31 above. */
export const isWholeYears = (min: Day | null, max: Day | null): boolean =>
  (min === null || min.endsWith('-01-01')) && (max === null || max.endsWith('-12-31'));

/** Days back that de-identified dates may be asked by. */
export const isYearsOfDays = (days: number): boolean => days > 0 && days % 365 === 0;
