const daysPerYear = 365.25;

/** An age as whole years and the days beyond them; both carry the sign of a time before birth. */
export interface AgeParts {
  readonly years: number;
  readonly days: number;
}

/** Days of life of an age in years and days: 17 years are 6209 days (semantics 2.8). */
export const ageInDays = ({ years, days }: AgeParts): number => Math.trunc(years * daysPerYear) + days;

/** The back-conversion; a rest of 365 days is a year, so 6574 days are 18 years (contract 7.3). */
export function ageParts(ageDays: number): AgeParts {
  const total = Math.abs(Math.round(ageDays));
  const sign = ageDays < 0 ? -1 : 1;
  const whole = Math.floor(total / daysPerYear);
  const rest = total - Math.floor(whole * daysPerYear);
  const rolls = rest >= 365;
  return { years: signed(sign, rolls ? whole + 1 : whole), days: signed(sign, rolls ? 0 : rest) };
}

/** Keeps a negative zero out. */
const signed = (sign: number, value: number): number => (value === 0 ? 0 : sign * value);
