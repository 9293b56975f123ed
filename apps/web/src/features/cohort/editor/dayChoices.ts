/** The windows offered for a date relative to today, in days (spec 9). */
export const dayChoices = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 14, 30, 60, 180, 365, 730, 1095] as const;

const years: Readonly<Record<number, string>> = { 365: '1 year', 730: '2 years', 1095: '3 years' };

export const dayChoiceLabel = (days: number): string =>
  days === 1 ? 'today' : (years[days] ?? `${days} days`);

const isPossible = (days: number, yearsOnly: boolean): boolean => !yearsOnly || days % 365 === 0;

/** The window itself, or a year for whoever may ask for whole years only (contract 7.5). */
export const possibleDays = (days: number, yearsOnly: boolean): number =>
  isPossible(days, yearsOnly) ? days : 365;

/** The windows to choose from; one that a filter has from elsewhere stays among them. */
export const dayChoicesFor = (yearsOnly: boolean, held: number): readonly number[] =>
  [...new Set([...dayChoices, held])].filter((days) => isPossible(days, yearsOnly)).sort((a, b) => a - b);
