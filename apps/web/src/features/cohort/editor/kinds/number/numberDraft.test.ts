import { expect, it } from 'vitest';
import { initialNumbers, measureOfNumbers, numbersToFilter, typedNumbers } from './numberDraft.ts';

const bounds = (min: string, max: string) => ({ kind: 'number', min, max }) as const;

it('a zero bound survives', () => {
  expect(initialNumbers({ existingMin: 0, existingMax: null })).toEqual(bounds('0', ''));
});

it('posts number bounds as typed, and null or missing as a flag', () => {
  expect(numbersToFilter(bounds(' 1.5', ''), false)).toEqual({
    includeNullAndMissing: false,
    min: '1.5',
    max: '',
  });
  expect(numbersToFilter(bounds('', ''), true).includeNullAndMissing).toBe(true);
});

it('a chosen range becomes the texts of both bounds; an open side is empty', () => {
  expect(measureOfNumbers().withRange(bounds('', '3'), { min: 0.1 + 0.2, max: null })).toEqual(
    bounds('0.3', ''),
  );
});

it.each([
  ['4', '', {}],
  ['4', '3', { max: 'The maximum is below the minimum.' }],
  ['four', '3', { min: '“four” is not a number.' }],
])('from “%s” to “%s” is wrong before the server is asked: %o', (min, max, fields) => {
  expect(typedNumbers.errorsOf(bounds(min, max))).toEqual({ fields, rest: [] });
});
