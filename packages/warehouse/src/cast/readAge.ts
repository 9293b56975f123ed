import { durationInDays, toAgeInDays } from '@atrium/contract';
import type { BadText } from './scalar.ts';

const maxDays = 2_147_483_647;

/** An ISO 8601 duration in days (docs/data-packages.md). */
export function readDuration(text: string): number | BadText {
  const days = durationInDays(text);
  return days === null ? { problem: 'notADuration' } : age(days);
}

/** A count of days or years as whole days; parts of a day are dropped, so an age below zero mirrors the same age above. */
export const ageIn =
  (unit: 'days' | 'years') =>
  (count: number | BadText): number | BadText => {
    if (typeof count !== 'number') return count;
    return age(unit === 'years' ? toAgeInDays({ years: count, days: 0 }) : Math.trunc(count));
  };

const age = (days: number): number | BadText =>
  Math.abs(days) > maxDays ? { problem: 'notAnAge' } : days === 0 ? 0 : days;
