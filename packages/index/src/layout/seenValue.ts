import { dayNumber, isoDay } from '@atrium/contract/calendar/dayNumbers';
import { yearOf } from '@atrium/contract/calendar/days';
import type { Seen } from './steps.ts';

export const yearOfDay = (day: number): number => yearOf(isoDay(day));

const firstDayOf = (year: number): number => dayNumber(`${String(year).padStart(4, '0')}-01-01`);

/** What the member sees in place of a value. */
export function seenValue(value: number, seen: Seen): number {
  if (seen.as === 'atMost') return Math.min(value, seen.limit);
  return seen.as === 'year' ? firstDayOf(Math.max(yearOfDay(value), seen.first)) : value;
}
