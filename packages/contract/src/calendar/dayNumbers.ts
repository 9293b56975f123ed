/** Milliseconds of 24 hours. */
export const msPerDay = 86_400_000;

/** A calendar day as the count of days since 1970-01-01, so that ages and distances are subtractions. */
export type DayNumber = number;

/** The number of an ISO day; NaN for any other text. */
export const dayNumber = (day: string): DayNumber => Math.round(Date.parse(`${day}T00:00:00Z`) / msPerDay);

/** The ISO day of a number; four-digit years only. */
export const isoDay = (number: DayNumber): string => new Date(number * msPerDay).toISOString().slice(0, 10);
