import { toDay } from '@atrium/contract/calendar/days';
import { expect, it } from 'vitest';
import { type BoundedFilter, boundedSides, boundWords, looserBound, withBound } from './looserBound.ts';

const head = { entryId: 'e1', conceptId: 'c', prefilterValue: 'kg', excludeSelected: true } as const;
const range: BoundedFilter = { kind: 'range', ...head, includeNullAndMissing: true, min: 400, max: 800 };
const points = [
  { value: 100, count: 9 },
  { value: 200, count: 5 },
  { value: 400, count: 5 },
  { value: 600, count: 2 },
];
const curve = { snapshotId: 1, entryId: 'e1', bound: 'min', scale: 'number', points } as const;

it('the nearest bound is the one fewest steps away that has more than now', () => {
  expect(looserBound({ ...curve, points: [...points] }, 400, 5)?.value).toBe(100);
  expect(looserBound({ ...curve, points: [...points] }, 600, 2)?.value).toBe(400);
  expect(looserBound({ ...curve, points: [...points] }, 100, 9)).toBeUndefined();
});

it.each([
  ['number', 'min', 1000.5, 'at least 1,000.5'],
  ['age', 'max', 760, 'at most 2 years 30 days'],
  ['age', 'max', 20, 'at most 20 days'],
  ['date', 'min', '2019-01-01', 'at least 2019'],
  ['date', 'max', '2019-01-01', 'at most 2019-01-01'],
] as const)('a bound of %s as %s: %s is “%s”', (scale, side, value, text) => {
  expect(boundWords(scale, side, value)).toBe(text);
});

it('another bound leaves everything else of a filter, in the fields of its type', () => {
  const kept = { entryId: 'e1', prefilterValue: 'kg', excludeSelected: true, includeNullAndMissing: true };
  expect(withBound(range, curve, 200)).toMatchObject({ ...kept, min: '200', max: '800' });
  expect(withBound(range, { scale: 'age', bound: 'max' }, 731)).toMatchObject({
    ...kept,
    ageMinYear: '1',
    ageMaxYear: '2',
  });
  const orWords: BoundedFilter = { ...range, kind: 'rangeOrWords', categories: ['not done'] };
  expect(withBound(orWords, curve, 200)).toMatchObject({ min: '200', selectedCategories: ['not done'] });
  const [min, max] = [toDay('2020-01-02') ?? null, null];
  const dates: BoundedFilter = { ...range, kind: 'dateRange', queryType: 'date_range', min, max };
  expect(boundedSides(dates)).toEqual(['min']);
  expect(withBound(dates, { scale: 'date', bound: 'min' }, '2019-01-01')).toMatchObject({
    queryType: 'date_range',
    min: '2019-01-01',
    max: '',
  });
});
