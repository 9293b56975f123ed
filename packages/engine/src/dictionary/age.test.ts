import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toAgeInDays, toYearsAndDays } from './age.ts';

test.each([
  [1, 365],
  [2, 730],
  [4, 1461],
  [17, 6209],
  [18, 6574],
  [-1, -365],
])('%i years are %i days', (years, days) => {
  expect(toAgeInDays({ years, days: 0 })).toBe(days);
  expect(toYearsAndDays(days)).toEqual({ years, days: 0 });
});

test('365 days left over make another year', () => {
  expect(toYearsAndDays(1460)).toEqual({ years: 4, days: 0 });
});

test('a negative age carries its sign on both parts', () => {
  expect(toYearsAndDays(-400)).toEqual({ years: -1, days: -35 });
  expect(toYearsAndDays(0)).toEqual({ years: 0, days: 0 });
});

test('years and days never overtake the age by more than the rounded year', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 45_000 }), (days) => {
      const back = toAgeInDays(toYearsAndDays(days));
      return back === days || back === days + 1;
    }),
  );
});
