import { dayNumber, msPerDay } from '@atrium/contract/calendar/dayNumbers';
import type { Seen } from './steps.ts';

export const yearOfDay = (day: number): number => new Date(day * msPerDay).getUTCFullYear();

const firstDays = new Map<number, number>();

function firstDayOf(year: number): number {
  const day = firstDays.get(year) ?? dayNumber(`${String(year).padStart(4, '0')}-01-01`);
  firstDays.set(year, day);
  return day;
}

/** What the member sees in place of a value. */
export function seenValue(value: number, seen: Seen): number {
  if (seen.as === 'atMost') return Math.min(value, seen.limit);
  return seen.as === 'year' ? firstDayOf(Math.max(yearOfDay(value), seen.first)) : value;
}
