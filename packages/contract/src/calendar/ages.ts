/** An age as people say it: completed years and the days beyond them; an age below zero carries its sign on both. */
export interface YearsAndDays {
  readonly years: number;
  readonly days: number;
}

/** Days of a year of age; every conversion between years and days rests on it (rule 1.7). */
export const daysPerYear = 365.25;

/**
 * Days of `years` years and `days` days: trunc(365.25 × years) + days (rule 1.7). An age below zero mirrors the
 * same age above zero: −1 year is −365 days.
 */
export const toAgeInDays = ({ years, days }: YearsAndDays): number =>
  withoutSignOfZero(Math.trunc(years * daysPerYear) + days);

/** Days of so many years of age, whole or not: 365, 730, 1095, 1461, … */
export const daysOfYears = (years: number): number => toAgeInDays({ years, days: 0 });

/** Years and days of an age in days, as shown to readers; 365 days left over make another year (rule 1.7). */
export function toYearsAndDays(ageInDays: number): YearsAndDays {
  const { years, days } = toExactYearsAndDays(ageInDays);
  if (Math.abs(days) < 365) return { years, days };
  return { years: years + Math.sign(ageInDays), days: 0 };
}

/** The completed years of an age in days, as `toYearsAndDays` shows them: cut towards zero, so that −2 days is 0 years. */
export const completedYears = (ageInDays: number): number => toYearsAndDays(ageInDays).years;

/** Years and days of an age in days that `toAgeInDays` turns back into the same whole days: 1460 is 3 years, 365 days. */
export function toExactYearsAndDays(ageInDays: number): YearsAndDays {
  if (ageInDays < 0) {
    const { years, days } = toExactYearsAndDays(-ageInDays);
    return { years: withoutSignOfZero(-years), days: withoutSignOfZero(-days) };
  }
  const whole = Math.floor(ageInDays);
  const below = Math.floor(whole / daysPerYear);
  const years = daysOfYears(below + 1) <= whole ? below + 1 : below;
  return { years, days: whole - daysOfYears(years) };
}

const withoutSignOfZero = (value: number): number => (value === 0 ? 0 : value);

/** The top-coded age in years: members below phi see all ages from here on as this one. */
export const topCodedAgeYears = 90;

/** The first day of the top-coded age, 32872; it stands for every age above. */
export const topCodedAgeDays = daysOfYears(topCodedAgeYears);

/** The latest year in which somebody may be born who has the top-coded age within the given year (rule 1.21). */
export const topCodedYearIn = (year: number): number => year - topCodedAgeYears;

/** Whether bounds in days lie at or below the top-coded age; an open bound does. */
export const areWithinTopCodedAge = (
  min: number | null | undefined,
  max: number | null | undefined,
): boolean => (min ?? 0) <= topCodedAgeDays && (max ?? 0) <= topCodedAgeDays;

const durationPattern =
  /^([+-])?P(?!$)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?!$)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?)?$/;

/**
 * An ISO 8601 duration in days; null for any other text. Months count as twelfths of 365 days, what reaches 365 days
 * carries into the next year, and hours count in whole days (docs/data-packages.md).
 */
export function durationInDays(text: string): number | null {
  const match = durationPattern.exec(text);
  if (match === null) return null;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(2)
    .map((part) => (part === undefined ? 0 : Number(part)));
  const clock = Math.floor((hours + minutes / 60 + seconds / 3600) / 24);
  const rest = Math.floor(((months % 12) * 365) / 12) + 7 * weeks + days + clock;
  const wholeYears = years + Math.floor(months / 12) + Math.floor(rest / 365);
  const total = toAgeInDays({ years: wholeYears, days: rest % 365 });
  return match[1] === '-' ? withoutSignOfZero(-total) : total;
}
