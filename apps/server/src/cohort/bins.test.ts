import type { Concept } from '@atrium/engine';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aConcept } from '../testing/aConcept.ts';
import { binBounds, cutBins } from './bins.ts';

it('bins of whole numbers end before the next one begins, the last at the greatest value', () => {
  expect(bounds(aConcept('number', true), 0, 19)).toEqual([
    [0, 9],
    [10, 19],
  ]);
});

it('a bin of fractions ends at the greatest value in it (rule 4.8)', () => {
  expect(bounds(aConcept('number'), 0.5, 1.7, { greatest: [0.95, 1.7] })).toEqual([
    [0, 0.95],
    [1, 1.7],
  ]);
});

it('a bin of fractions without values ends below the next one', () => {
  for (const [min, max] of [
    [0.5, 1.7],
    [-3.5, -0.5],
    [-1e300, 1e-300],
  ] as const) {
    const found = bounds(aConcept('number'), min, max, { greatest: [null] });
    expect(found.length).toBeGreaterThan(1);
    for (const [index, [from, to]] of found.slice(0, -1).entries()) {
      expect(Number(to)).toBeGreaterThanOrEqual(Number(from));
      expect(Number(to)).toBeLessThan(Number(found[index + 1]?.[0]));
    }
  }
});

it('bins of dates end on the day before the next one begins', () => {
  expect(bounds(aConcept('date'), '2020-01-15', '2020-02-10')).toEqual([
    ['2020-01-01', '2020-01-31'],
    ['2020-02-01', '2020-02-10'],
  ]);
});

it('members who see years only get whole years', () => {
  expect(bounds(aConcept('date'), '2019-05-15', '2020-02-10', { yearsOnly: true })).toEqual([
    ['2019-01-01', '2019-12-31'],
    ['2020-01-01', '2020-12-31'],
  ]);
});

it('there are no bins without values', () => {
  expect(bounds(aConcept('date'), null, null)).toEqual([]);
  expect(bounds(aConcept('number'), null, null)).toEqual([]);
});

it('a filter with the bounds of a bin finds the values that the bin counts (rule 4.8)', () => {
  const fractions = fc.double({ min: -1e17, max: 1e17, noNaN: true, noDefaultInfinity: true });
  const tenths = fc.integer({ min: -500, max: 500 }).map((n) => n / 10);
  const large = fc.integer({ min: 0, max: 200 }).map((n) => 2 ** 53 + 2 * n);
  const kinds = fc.oneof(
    fc.record({
      isInteger: fc.constant(false),
      values: fc.array(fc.oneof(fractions, tenths), { minLength: 1 }),
    }),
    fc.record({ isInteger: fc.constant(false), values: fc.array(tenths, { minLength: 1 }) }),
    fc.record({ isInteger: fc.constant(true), values: fc.array(large, { minLength: 1 }) }),
    fc.record({ isInteger: fc.constant(true), values: fc.array(fc.integer(), { minLength: 1 }) }),
  );
  fc.assert(
    fc.property(kinds, ({ isInteger, values }) => {
      const concept = aConcept('number', isInteger);
      const [min, max] = [Math.min(...values), Math.max(...values)];
      const shown = { yearsOnly: false, topCodesAges: false };
      const bins = cutBins(concept, { count: values.length, min, max, mean: null }, shown);
      const inBins = bins.map(({ from }, index) =>
        values.filter(
          (value) =>
            (index === 0 || value >= Number(from)) && value < Number(bins[index + 1]?.from ?? Infinity),
        ),
      );
      const greatest = inBins.map((found) => (found.length === 0 ? null : Math.max(...found)));
      const found = binBounds(concept, bins, { max, yearsOnly: false, greatest });
      const filtered = found.map(
        ([from, to]) => values.filter((value) => value >= Number(from) && value <= Number(to)).length,
      );
      expect(filtered).toEqual(inBins.map(({ length }) => length));
    }),
    { numRuns: 500 },
  );
});

const bounds = (
  concept: Concept,
  min: unknown,
  max: unknown,
  { yearsOnly = false, greatest = [] }: { yearsOnly?: boolean; greatest?: readonly (number | null)[] } = {},
) =>
  binBounds(
    concept,
    cutBins(concept, { count: 4, min, max, mean: null }, { yearsOnly, topCodesAges: false }),
    {
      max,
      yearsOnly,
      greatest,
    },
  );
