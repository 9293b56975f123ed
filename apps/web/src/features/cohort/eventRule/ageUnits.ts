import { daysOfYears, daysPerYear, toNumber } from '@atrium/contract';

export type AgeUnit = 'days' | 'years';

/** An age in days from text in a unit; years count 365.25 days, without parts of a day. Text that is no number stays as it is. */
export function daysFromUnit(text: string, unit: AgeUnit): string {
  const count = toNumber(text);
  return unit === 'days' || count === null ? text : String(daysOfYears(count));
}

/** An age of so many days in a unit, with two decimals where years do not fit. */
export function ageInUnit(days: string, unit: AgeUnit): string {
  const count = toNumber(days);
  if (unit === 'days' || count === null) return days;
  const years = Math.round(count / daysPerYear);
  return daysOfYears(years) === count ? String(years) : String(Math.round((count / daysPerYear) * 100) / 100);
}

/** Years where every given age is one of whole years, else days. */
export function ageUnitOf(ages: readonly string[]): AgeUnit {
  const given = ages.filter((age) => age !== '');
  const isYears = (days: string): boolean =>
    daysFromUnit(ageInUnit(days, 'years'), 'years') === days && !ageInUnit(days, 'years').includes('.');
  return given.length > 0 && !given.every(isYears) ? 'days' : 'years';
}
