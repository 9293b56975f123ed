import { expect, it } from 'vitest';
import { createLookup } from '../dictionary/lookup.ts';
import { dictionaryOf } from '../testing/plainRelease.ts';
import { bucketLabel, planBuckets, type ValueRange } from './buckets.ts';

const lookup = createLookup(
  dictionaryOf({
    collections: [
      {
        id: 'subject',
        rows: [],
        concepts: [
          { id: 'born', type: 'date' },
          { id: 'weight', type: 'number' },
          { id: 'age', type: 'age' },
        ],
      },
    ],
  }),
);
const plan = (conceptId: string, range: ValueRange, yearsOnly = false) => {
  const concept = lookup.concept(conceptId);
  if (concept === undefined) throw new Error(conceptId);
  return planBuckets(concept, range, { yearsOnly, topCodesAges: false });
};

it.each([
  ['2000-01-01', '2009-12-29', false, 1],
  ['2000-01-01', '2009-12-30', false, 10],
  ['2000-01-01', '2010-12-31', true, 1],
  ['2000-12-31', '2011-01-01', true, 10],
])('dates from %s to %s (years only: %s) are gathered by %s years', (min, max, yearsOnly, width) => {
  expect(plan('born', { min, max }, yearsOnly)).toMatchObject({ kind: 'years', width });
});

it.each([
  ['weight', 0, 33, 1],
  ['weight', 0, 34, 10],
  ['weight', 0, 400, 100],
  ['age', 0, 365 * 33, 1],
  ['age', 364, 36_525, 10],
])('%s from %s to %s is gathered in classes of %s', (conceptId, min, max, width) => {
  expect(plan(conceptId, { min, max })).toMatchObject({ kind: 'classes', width });
});

it('a class is labelled with its lowest and highest whole number, also below zero', () => {
  const bucketing = { kind: 'classes', of: 'number', width: 100 } as const;
  expect([-1, 0, 1].map((key) => bucketLabel(bucketing, key))).toEqual(['-100 - -1', '0 - 99', '100 - 199']);
});

it('without any value there are no buckets', () => {
  expect(plan('weight', { min: null, max: null })).toEqual({ kind: 'each' });
  expect(bucketLabel({ kind: 'each' }, null)).toBe('[not set]');
});
