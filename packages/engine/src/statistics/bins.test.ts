import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Concept } from '../dictionary/dictionary.ts';
import { casesOr } from '../testing/effort.ts';
import { type BinRange, maxBins, planBins } from './bins.ts';

const concept = (given: Partial<Concept>): Concept => ({
  id: 'weight',
  number: 1,
  type: 'number',
  title: 'Weight',
  titlePlural: 'Weights',
  description: '',
  collectionId: 'subject',
  categoryNumber: null,
  isMultiple: false,
  uses: [],
  hasPhi: false,
  isAggregatable: true,
  isInteger: false,
  keepsDigits: false,
  words: [],
  unit: null,
  time: null,
  topCodedYear: null,
  ontologyId: null,
  prefilter: null,
  link: null,
  declaredValues: [],
  ...given,
});
const labels = (given: Partial<Concept>, range: BinRange) =>
  planBins(concept(given), range).map((bin) => bin.label);

it('no values have no bins, and one value has one', () => {
  expect(labels({}, { count: 0, min: 0, max: 0 })).toEqual([]);
  expect(labels({}, { count: 9, min: 2.5, max: 2.5 })).toEqual(['2.5']);
  expect(labels({ type: 'age' }, { count: 9, min: 400, max: 400 })).toEqual(['400 days']);
});

it('decimal bins are half open and the last one closed', () => {
  expect(labels({}, { count: 16, min: 0, max: 10 })).toEqual([
    '[0 – 2.5)',
    '[2.5 – 5)',
    '[5 – 7.5)',
    '[7.5 – 10)',
    '[10 – 12.5]',
  ]);
});

it('whole numbers are never cut between', () => {
  expect(labels({ isInteger: true }, { count: 10_000, min: 1, max: 4 })).toEqual(['1', '2', '3', '4']);
  expect(labels({ isInteger: true, unit: 'g' }, { count: 100, min: 0, max: 999 })[8]).toBe('800 – 899 g');
});

it('many whole values over a short span have a bin each, and no bin in between', () => {
  expect(labels({ isInteger: true }, { count: 10_000, min: 0, max: 2 })).toEqual(['0', '1', '2']);
  expect(labels({ type: 'age' }, { count: 422, min: 731, max: 1741 })).toEqual([
    '2 years',
    '3 years',
    '4 years',
  ]);
  expect(labels({ type: 'age' }, { count: 10_000, min: 3, max: 4 })).toEqual(['3 days', '4 days']);
});

it('ages of more than two years are cut at birthdays', () => {
  const bins = planBins(concept({ type: 'age' }), { count: 25, min: 100, max: 365 * 18 });
  expect(bins.map((bin) => bin.label)).toEqual([
    '0 – 4 years',
    '5 – 9 years',
    '10 – 14 years',
    '15 – 19 years',
  ]);
  expect(bins[1]?.from).toBe(Math.floor(365.25 * 5));
});

it('dates are cut at months up to four years, else at years', () => {
  expect(labels({ type: 'date' }, { count: 5, min: '2020-01-15', max: '2020-03-01' })).toEqual([
    '2020-01',
    '2020-02',
    '2020-03',
  ]);
  expect(labels({ type: 'date' }, { count: 5, min: '1998-01-15', max: '2003-03-01' })[0]).toBe('1998');
});

it('whatever the data, bins are few, rising, and cover the range', () => {
  const types = fc.constantFrom<Partial<Concept>>({}, { isInteger: true }, { type: 'age' });
  const mean = fc.option(fc.integer());
  fc.assert(
    fc.property(
      types,
      fc.integer({ min: 1, max: 1e6 }),
      fc.oneof(fc.integer(), fc.nat(1000)),
      fc.oneof(fc.nat(), fc.nat(45_000)),
      mean,
      (type, count, low, width, average) => {
        const bins = planBins(concept(type), { count, min: low, max: low + width, mean: average });
        const edges = bins.map((bin) => Number(bin.from));
        expect(bins.length).toBeGreaterThan(0);
        expect(bins.length).toBeLessThanOrEqual(maxBins);
        expect(edges[0]).toBeLessThanOrEqual(low);
        expect(edges.at(-1)).toBeLessThanOrEqual(low + width);
        expect([...edges].sort((a, b) => a - b)).toEqual(edges);
        expect(new Set(edges).size).toBe(edges.length);
        expect(new Set(bins.map(({ label }) => label)).size).toBe(bins.length);
      },
    ),
    { numRuns: casesOr(2000, { inGate: 500 }) },
  );
});

it('labels of whole numbers beyond 2^53 touch and do not overlap (rule 4.8)', () => {
  const found = labels({ isInteger: true }, { count: 400, min: 9.1e18, max: 9.1e18 + 30_000 });
  const ends = found.map((label) =>
    label.split(' – ').map((end) => BigInt(Number(end) > 2 ** 53 && !end.includes('e') ? end : Number(end))),
  );
  for (const [index, [, to = 0n]] of ends.slice(0, -1).entries()) expect(ends[index + 1]?.[0]).toBe(to + 1n);
});

it('bins of numbers have different edges and labels, however large and close the numbers are (rule 4.8)', () => {
  const large = fc.double({ min: 1e-300, max: 1e300, noNaN: true, noDefaultInfinity: true });
  const share = fc.double({ min: 1e-18, max: 2, noNaN: true });
  fc.assert(
    fc.property(large, share, fc.boolean(), fc.boolean(), (size, width, isNegative, isInteger) => {
      const low = (isNegative ? -1 : 1) * (isInteger ? Math.ceil(size) : size);
      const high = isInteger ? Math.ceil(low + Math.abs(low) * width) : low + Math.abs(low) * width;
      const bins = planBins(concept({ isInteger }), { count: 1000, min: low, max: high });
      const edges = bins.map(({ from }) => Number(from));
      expect(edges).toEqual([...edges].sort((a, b) => a - b));
      expect(new Set(edges).size).toBe(bins.length);
      expect(new Set(bins.map(({ label }) => label)).size).toBe(bins.length);
      expect(bins.length).toBeLessThanOrEqual(maxBins);
      expect(edges[0]).toBeLessThanOrEqual(low);
    }),
    { numRuns: 3000 },
  );
});

it('a value just below an edge lies in the bin below it, however wide the bins are', () => {
  const bins = planBins(concept({}), { count: 1, min: -1, max: 500_000_000 });
  expect(bins.map((bin) => bin.from)).toEqual([-1e9, 0]);
});

it('decimal values on an edge lie in the bin that begins there, as 0.3 in [0.3 – 0.4)', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e9, max: 1e9 }),
      fc.integer({ min: 1, max: 1e9 }),
      fc.integer({ min: 0, max: 9 }),
      (low, width, digits) => {
        const [min, max] = [low / 10 ** digits, (low + width) / 10 ** digits];
        const edges = planBins(concept({}), { count: 900, min, max }).map((bin) => Number(bin.from));
        expect(edges.length).toBeLessThanOrEqual(maxBins);
        expect(edges[0]).toBeLessThanOrEqual(min);
        expect(edges[1] ?? max).toBeGreaterThan(min);
        expect(edges.at(-1)).toBeLessThanOrEqual(max);
        expect(edges).toEqual([...new Set(edges)].sort((a, b) => a - b));
      },
    ),
    { numRuns: casesOr(2000, { inGate: 500 }) },
  );
});

it('years of age below zero start on the day that mirrors the same year above zero', () => {
  const bins = planBins(concept({ type: 'age' }), { count: 9, min: -1000, max: 800 });
  expect(bins.map(({ from, label }) => [from, label])).toEqual([
    [-1461, '-4 – -3 years'],
    [-730, '-2 – -1 years'],
    [0, '0 – 1 years'],
    [730, '2 – 3 years'],
  ]);
});

it('infants are told apart by months', () => {
  expect(labels({ type: 'age' }, { count: 25, min: 20, max: 380 })).toEqual([
    '0 – 2 months',
    '3 – 5 months',
    '6 – 8 months',
    '9 – 11 months',
    '12 – 14 months',
  ]);
  expect(labels({ type: 'age' }, { count: 900, min: 40, max: 150 })).toEqual([
    '1 month',
    '2 months',
    '3 months',
    '4 months',
  ]);
});

it('where most ages lie at the young end, bins are days, months, years and decades', () => {
  const given = { count: 900, min: 0, max: 40 * 365, mean: 900 };
  const bins = planBins(concept({ type: 'age' }), given);
  expect(bins.slice(0, 7)).toEqual([
    { from: 0, label: '0 days' },
    { from: 1, label: '1 – 6 days' },
    { from: 7, label: '7 – 27 days' },
    { from: 28, label: '28 – 90 days' },
    { from: 91, label: '3 – 5 months' },
    { from: 182, label: '6 – 11 months' },
    { from: 365, label: '1 year' },
  ]);
  expect(bins.at(-1)).toEqual({ from: 10_957, label: '30 – 39 years' });
  expect(labels({ type: 'age' }, { ...given, mean: 20 * 365 })[0]).toBe('0 – 1 years');
  expect(planBins(concept({ type: 'age' }), { ...given, max: 32_872 }, true).at(-1)?.label).toBe('90+ years');
});

it('a bin of one year or one day of age is named in the singular', () => {
  const labels = (max: number) =>
    planBins(concept({ type: 'age' }), { count: 9, min: 0, max }).map(({ label }) => label);
  expect(labels(1000)).toEqual(['0 years', '1 year', '2 years']);
  expect(labels(2)).toEqual(['0 days', '1 day', '2 days']);
});

it.each([
  [0, 32_872, '75+ years'],
  [32_850, 32_872, '32870+ days'],
])('the last bin of top-coded ages from %i to %i days is open: %s', (min, max, label) => {
  const given = { count: 16, min, max };
  expect(planBins(concept({ type: 'age' }), given, true).at(-1)?.label).toBe(label);
  expect(planBins(concept({ type: 'age' }), given, false).at(-1)?.label).not.toContain('+');
});
