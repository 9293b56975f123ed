import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ageInDays, ageParts } from './age.ts';

test.each([
  [1, 365],
  [2, 730],
  [4, 1461],
  [17, 6209],
  [18, 6574],
  [0, 0],
  [-1, -365],
])('%i years are %i days, and back', (years, days) => {
  expect(ageInDays({ years, days: 0 })).toBe(days);
  expect(ageParts(days)).toEqual({ years, days: 0 });
});

test('an age before birth carries its sign on both parts', () => {
  expect(ageParts(-400)).toEqual({ years: -1, days: -35 });
  expect(ageInDays({ years: -1, days: -35 })).toBe(-400);
});

test('years and days name the same age again', () => {
  fc.assert(
    fc.property(fc.integer({ min: -50_000, max: 50_000 }), (days) => {
      expect(ageInDays(ageParts(days))).toBe(days);
    }),
  );
});
