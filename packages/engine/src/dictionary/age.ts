/** An age as people say it: completed years and the days beyond them; a negative age carries its sign on both. */
export interface YearsAndDays {
  readonly years: number;
  readonly days: number;
}

/** Days of `years` years and `days` days: floor(365.25 × years) + days, the same below zero (semantics 2.8). */
export const toAgeInDays = ({ years, days }: YearsAndDays): number => Math.trunc(years * 365.25) + days;

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
