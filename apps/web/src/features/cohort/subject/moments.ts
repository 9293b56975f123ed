import { daysPerYear, topCodedAgeDays, toYearsAndDays } from '@atrium/contract/calendar/ages';
import type { MomentUnit } from '@atrium/contract/endpoints/cohortSubjects';

export type Moment = string | number | null;

const dayLength = 86_400_000;

/** A time of an event in years: calendar years, or years of age; "1936 or earlier" is 1936. Null where there is none. */
export function yearsOf(moment: Moment, unit: MomentUnit): number | null {
  if (moment === null) return null;
  if (typeof moment === 'number') return unit === 'age' ? moment / daysPerYear : moment;
  if (unit === 'year') return Number.parseInt(moment, 10);
  const day = Date.parse(`${moment}T00:00:00Z`);
  if (Number.isNaN(day)) return null;
  const year = new Date(day).getUTCFullYear();
  return year + (day - Date.UTC(year, 0, 1)) / dayLength / daysPerYear;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** What stands at a tick: "2015", "Jul 2015", "3 y", "3.5 y". */
export function tickWords(at: number, unit: MomentUnit): string {
  if (unit === 'age') return `${Number(at.toFixed(2))} y`;
  const year = Math.floor(at + 1e-9);
  const month = Math.floor((at - year) * 12 + 1e-9);
  if (unit === 'year') return month === 0 ? String(year) : '';
  return month === 0 ? String(year) : `${months[month]} ${year}`;
}

/** A time of an event in words. */
export function momentWords(moment: Moment, unit: MomentUnit): string {
  if (moment === null) return '–';
  if (unit !== 'age' || typeof moment === 'string') return String(moment);
  if (moment >= topCodedAgeDays) return '90 y or more';
  const { years, days } = toYearsAndDays(moment);
  return `${years} y ${days} d`;
}
