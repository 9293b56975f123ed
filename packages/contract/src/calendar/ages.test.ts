import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  completedYears,
  daysOfYears,
  durationInDays,
  toAgeInDays,
  toExactYearsAndDays,
  toYearsAndDays,
} from './ages.ts';

it.each([
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

it('365 days left over make another year', () => {
  expect(toYearsAndDays(1460)).toEqual({ years: 4, days: 0 });
});

it('a negative age carries its sign on both parts', () => {
  expect(toYearsAndDays(-400)).toEqual({ years: -1, days: -35 });
  expect(toYearsAndDays(0)).toEqual({ years: 0, days: 0 });
});

it.each([
  [-366, -1],
  [-365, -1],
  [-364, 0],
  [-2, 0],
  [-1, 0],
  [364, 0],
  [365, 1],
  [1460, 4],
])('an age of %i days has completed %i years: below zero it is cut towards zero', (days, years) => {
  expect(completedYears(days)).toBe(years);
});

it('years and days never overtake the age by more than the rounded year', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 45_000 }), (days) => {
      const back = toAgeInDays(toYearsAndDays(days));
      return back === days || back === days + 1;
    }),
  );
});

const anyAge = fc.integer({ min: -45_000, max: 45_000 });

it('exact years and days are the age again, below zero too', () => {
  fc.assert(fc.property(anyAge, (days) => toAgeInDays(toExactYearsAndDays(days)) === days));
  expect(toExactYearsAndDays(1460)).toEqual({ years: 3, days: 365 });
});

it('an age below zero mirrors the same age above zero, in days and in years and days', () => {
  const mirrored = ({ years, days }: { years: number; days: number }) => ({
    years: 0 - years,
    days: 0 - days,
  });
  fc.assert(
    fc.property(
      anyAge,
      fc.integer({ min: -120, max: 120 }),
      fc.integer({ min: -400, max: 400 }),
      (age, years, days) => {
        expect(toYearsAndDays(0 - age)).toEqual(mirrored(toYearsAndDays(age)));
        expect(toExactYearsAndDays(0 - age)).toEqual(mirrored(toExactYearsAndDays(age)));
        expect(toAgeInDays(mirrored({ years, days }))).toBe(0 - toAgeInDays({ years, days }));
      },
    ),
  );
  expect([-0.5, -1.5, 1.5].map(daysOfYears)).toEqual([-182, -547, 547]);
});

it('a duration with a sign is the same duration below zero', () => {
  expect(['P1Y6M', '-P1Y6M', '-P0D', 'P', '5 years'].map(durationInDays)).toEqual([547, -547, 0, null, null]);
});
