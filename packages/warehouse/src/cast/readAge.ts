import type { BadText } from './scalar.ts';

const daysPerYear = 365.25;
const maxDays = 2_147_483_647;
const notADuration: BadText = { problem: 'notADuration' };
const pattern =
  /^([+-])?P(?!$)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?!$)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?)?$/;

/**
 * An ISO 8601 duration in days (docs/data-packages.md): months count as twelfths of 365 days, what reaches 365 days
 * carries into the next year, and years are `floor(365.25 × years)`. Hours count in whole days.
 */
export function readDuration(text: string): number | BadText {
  const match = pattern.exec(text);
  if (match === null) return notADuration;
  const [years, months, weeks, days, hours, minutes, seconds] = match
    .slice(2)
    .map((part) => (part === undefined ? 0 : Number(part)));
  const clock = Math.floor((at(hours) + at(minutes) / 60 + at(seconds) / 3600) / 24);
  const rest = Math.floor(((at(months) % 12) * 365) / 12) + 7 * at(weeks) + at(days) + clock;
  const wholeYears = at(years) + Math.floor(at(months) / 12) + Math.floor(rest / 365);
  const total = Math.floor(daysPerYear * wholeYears) + (rest % 365);
  return age(match[1] === '-' ? -total : total);
}

/** A count of days or years as whole days: `floor(365.25 × years)`. */
export const ageIn =
  (unit: 'days' | 'years') =>
  (count: number | BadText): number | BadText => {
    if (typeof count !== 'number') return count;
    return age(Math.floor(unit === 'years' ? daysPerYear * count : count));
  };

const age = (days: number): number | BadText =>
  Math.abs(days) > maxDays ? { problem: 'notAnAge' } : days === 0 ? 0 : days;

const at = (part: number | undefined): number => part ?? 0;
