import { daysOfYears } from '@atrium/contract';

/** A number of days and how a person says it. */
export type DayChoice = [days: number, label: string];

const count = (number: number, unit: string): string => `${number} ${unit}${number === 1 ? '' : 's'}`;

const windowDays = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 14, 30, 60, 180];
const windowYears: readonly DayChoice[] = [1, 2, 3].map((years) => [365 * years, count(years, 'year')]);

/** The windows ending today that an editor offers (rule 11.8): up to three years, 1 being today alone. */
export const windowChoices: readonly DayChoice[] = [
  ...windowDays.map((days): DayChoice => [days, days === 1 ? 'today' : count(days, 'day')]),
  ...windowYears,
];

/** The same for members who may ask for whole years only. */
export const yearWindowChoices: readonly DayChoice[] = windowYears;

const stepsInDays = [1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 30, 45, 60, 90, 120, 180, 270];
const distances: readonly DayChoice[] = [
  ...stepsInDays.map((days): DayChoice => [days, count(days, 'day')]),
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((years): DayChoice => [daysOfYears(years), count(years, 'year')]),
];

/** How far an event may lie from another: ten years before to ten years after, ascending (rule 11.8). */
export const distanceChoices: readonly DayChoice[] = [
  ...distances.map(([days, label]): DayChoice => [-days, `${label} before`]).reverse(),
  [0, 'same day'],
  ...distances.map(([days, label]): DayChoice => [days, `${label} after`]),
];
