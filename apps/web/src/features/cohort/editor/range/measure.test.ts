import { expect, test } from 'vitest';
import { ageMeasure, dateMeasure, edgesOf, numberMeasure, numberOf, yearsAndDays } from './measure.ts';

test.each([
  ['', null],
  ['  ', null],
  ['12', 12],
  [' -0.5 ', -0.5],
  ['1e3', 1000],
  ['1,5', null],
  ['abc', null],
])('the text “%s” as a number is %s', (text, value) => {
  expect(numberOf(text)).toBe(value);
});

test('a chosen range becomes the texts of both bounds; an open side is empty', () => {
  const draft = { kind: 'range', min: '', max: '3' } as const;
  expect(numberMeasure.withRange(draft, { min: 0.1 + 0.2, max: null })).toEqual({
    kind: 'range',
    min: '0.3',
    max: '',
  });
});

test.each([0, 364, 365, 1460, 1461, 36_525, -1, -365, -400, -1460])(
  '%s days are years and days that make as many again',
  (days) => {
    const [minYear, minDay] = yearsAndDays(days);
    expect(ageMeasure.toRange({ kind: 'age', minYear, minDay, maxYear: '', maxDay: '' })).toEqual({
      min: days,
      max: null,
    });
  },
);

test('the day on which a year begins has no days left over', () => {
  expect([365, 730, 1460, 1461].map(yearsAndDays)).toEqual([
    ['1', '0'],
    ['2', '0'],
    ['3', '365'],
    ['4', '0'],
  ]);
});

test('an age below zero carries its sign on years and days', () => {
  expect([-365, -400, -1].map(yearsAndDays)).toEqual([
    ['-1', '0'],
    ['-1', '-35'],
    ['0', '-1'],
  ]);
});

test('a missing part of an age counts as none', () => {
  const draft = { kind: 'age', minYear: '2', minDay: '', maxYear: '', maxDay: '10' } as const;
  expect(ageMeasure.toRange(draft)).toEqual({ min: 730, max: 10 });
});

const dates = { kind: 'date', mode: 'date_range', min: '', max: '', daysAgo: 1 } as const;

test('days go to the axis and back; a year is its first or last day', () => {
  const range = dateMeasure.toRange({ ...dates, min: '2020', max: '2020' });
  expect(dateMeasure.withRange(dates, range)).toMatchObject({ min: '2020-01-01', max: '2020-12-31' });
  expect(dateMeasure.toRange({ ...dates, min: '2020-02-', max: '2021-02-30x' })).toEqual({
    min: null,
    max: null,
  });
});

test('a brush on dates leads to the tab with the range', () => {
  const draft = { ...dates, mode: 'relative_to_today' } as const;
  expect(dateMeasure.withRange(draft, { min: 0, max: null })).toMatchObject({
    mode: 'date_range',
    min: '1970-01-01',
  });
});

test('bins become edges, and none without bounds', () => {
  expect(edgesOf([['1970-01-02', '1970-01-03']], dateMeasure)).toEqual([[1, 2]]);
  expect(edgesOf(undefined, dateMeasure)).toEqual([]);
});
