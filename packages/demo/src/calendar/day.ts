/** A calendar day as the count of days since 1970-01-01, so that ages and intervals are subtractions. */
export type DayNumber = number;

const millisecondsPerDay = 86_400_000;

export function dayNumber(isoDay: string): DayNumber {
  return Math.round(Date.parse(`${isoDay}T00:00:00Z`) / millisecondsPerDay);
}

/** The ISO 8601 calendar day, YYYY-MM-DD. */
export function isoDay(day: DayNumber): string {
  return new Date(day * millisecondsPerDay).toISOString().slice(0, 10);
}

/** Whole days of a number of years, as ages are counted: floor(365.25 x years). */
export function daysOfYears(years: number): number {
  return Math.floor(365.25 * years);
}
