import { expect, it } from 'vitest';
import { dayNumber, isoDay } from './dayNumbers.ts';
import {
  addDays,
  edgeOfYear,
  isWholeYears,
  isWindow,
  isYearsOfDays,
  localDayOf,
  toDay,
  utcDayOf,
  windowEnding,
  yearEdge,
  yearOf,
} from './days.ts';

const day = (text: string) => {
  const read = toDay(text);
  if (read === undefined) throw new Error(text);
  return read;
};

it('a leap day is a day', () => {
  expect(addDays(day('2020-02-28'), 1)).toBe('2020-02-29');
  expect(addDays(day('2021-03-01'), -1)).toBe('2021-02-28');
});

it('a window of one day is today alone, also over a year end', () => {
  expect(windowEnding(day('2021-01-01'), 1)).toEqual({ min: '2021-01-01', max: '2021-01-01' });
  expect(windowEnding(day('2021-01-01'), 2)).toEqual({ min: '2020-12-31', max: '2021-01-01' });
});

it('a year of four digits stands for its first or last day, and no other text does', () => {
  expect([yearEdge('2020', 'first'), yearEdge('2020', 'last')]).toEqual(['2020-01-01', '2020-12-31']);
  for (const text of ['', '20', '20201', ' 2020', '2020-01-01'])
    expect(yearEdge(text, 'first')).toBeUndefined();
});

it('the day of an instant is that of UTC, to its last millisecond and before 1970', () => {
  for (const instant of ['2024-02-29T23:59:59.999Z', '2024-03-01T00:00:00.000Z', '1969-12-31T23:59:59.999Z'])
    expect(utcDayOf(new Date(instant))).toBe(instant.slice(0, 10));
});

it('the local day of an instant is that of this machine, at both ends of the day', () => {
  expect(localDayOf(new Date(2024, 1, 29, 0, 0, 0, 0))).toBe('2024-02-29');
  expect(localDayOf(new Date(2024, 1, 29, 23, 59, 59, 999))).toBe('2024-02-29');
});

it('a day has its year, and the edges of its year', () => {
  expect(yearOf('2020-02-29')).toBe(2020);
  expect([edgeOfYear(day('2020-02-29'), 'first'), edgeOfYear(day('2020-02-29'), 'last')]).toEqual([
    '2020-01-01',
    '2020-12-31',
  ]);
});

it('whole years need both edges', () => {
  expect(isWholeYears(day('2020-01-01'), day('2020-12-31'))).toBe(true);
  expect(isWholeYears(day('2020-01-01'), null)).toBe(true);
  expect(isWholeYears(day('2020-01-01'), day('2020-12-30'))).toBe(false);
  expect(isWholeYears(day('2020-01-02'), day('2020-12-31'))).toBe(false);
});

it('days back are years by 365 and windows by the calendar', () => {
  expect([365, 730, 366, 0].map(isYearsOfDays)).toEqual([true, true, false, false]);
  expect([1, 0, -1, 1.5, 1e9].map(isWindow)).toEqual([true, false, false, false, false]);
});

it('a day becomes its number and back, across leap days and before 1970', () => {
  for (const text of ['1958-02-28', '1970-01-01', '2000-02-29', '2025-06-30']) {
    expect(isoDay(dayNumber(text))).toBe(text);
  }
  expect(dayNumber('2024-03-01') - dayNumber('2024-02-28')).toBe(2);
  expect(dayNumber('yesterday')).toBeNaN();
});
