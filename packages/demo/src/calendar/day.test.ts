import { expect, it } from 'vitest';
import { dayNumber, daysOfYears, isoDay } from './day.ts';

it('turns a day into its number and back, across leap days and before 1970', () => {
  for (const day of ['1958-02-28', '1970-01-01', '2000-02-29', '2025-06-30']) {
    expect(isoDay(dayNumber(day))).toBe(day);
  }
  expect(dayNumber('2024-03-01') - dayNumber('2024-02-28')).toBe(2);
});

it('counts 18 years as 6574 days', () => {
  expect(daysOfYears(18)).toBe(6574);
});
