export type AgeUnit = 'days' | 'years';

const daysOfYear = 365.25;
const isNumeral = (text: string): boolean => /^\s*-?\d+(\.\d+)?\s*$/.test(text);

/** An age in days from text in a unit; years count 365.25 days, rounded down. Text that is no number stays as it is. */
export const daysFromUnit = (text: string, unit: AgeUnit): string =>
  unit === 'days' || !isNumeral(text) ? text : String(Math.floor(Number(text) * daysOfYear));

/** An age of so many days in a unit, with two decimals where years do not fit. */
export function ageInUnit(days: string, unit: AgeUnit): string {
  if (unit === 'days' || !isNumeral(days)) return days;
  const years = Math.round(Number(days) / daysOfYear);
  const isWhole = Math.floor(years * daysOfYear) === Number(days);
  return isWhole ? String(years) : String(Math.round((Number(days) / daysOfYear) * 100) / 100);
}

/** Years where every given age is one of whole years, else days. */
export function ageUnitOf(ages: readonly string[]): AgeUnit {
  const given = ages.filter((age) => age !== '');
  const isYears = (days: string): boolean =>
    daysFromUnit(ageInUnit(days, 'years'), 'years') === days && !ageInUnit(days, 'years').includes('.');
  return given.length > 0 && !given.every(isYears) ? 'days' : 'years';
}
