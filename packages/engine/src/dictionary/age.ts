/** An age as people say it: completed years and the days beyond them; a negative age carries its sign on both. */
export interface YearsAndDays {
  readonly years: number;
  readonly days: number;
}

/** Days of `years` years and `days` days: floor(365.25 × years) + days, the same below zero (semantics 2.8). */
export const toAgeInDays = ({ years, days }: YearsAndDays): number => Math.trunc(years * 365.25) + days;

/** The first day of the ages that are one age to members without phi access: 90 years. */
export const oldestAgeInDays = toAgeInDays({ years: 90, days: 0 });

/** Whether bounds in days lie below the ages that are one age, or at the day which stands for them. */
export const agesAreTold = (min: number | null | undefined, max: number | null | undefined): boolean =>
  (min ?? 0) <= oldestAgeInDays && (max ?? 0) <= oldestAgeInDays;

export const oldAgesAreOne = 'ages of 90 years and more are one group, so no bound can lie above 90 years.';

/** Years and days of an age in days; 365 days left over make another year (contract 7.3). */
export function toYearsAndDays(ageInDays: number): YearsAndDays {
  if (ageInDays < 0) {
    const { years, days } = toYearsAndDays(-ageInDays);
    return { years: years === 0 ? 0 : -years, days: days === 0 ? 0 : -days };
  }
  const years = Math.floor(ageInDays / 365.25);
  const days = Math.floor(ageInDays) - Math.floor(years * 365.25);
  return days >= 365 ? { years: years + 1, days: 0 } : { years, days };
}
