import { expect, test } from 'vitest';
import { numberMeasure } from '../number/numberDraft.ts';
import { edgesOf, numberOf } from './measure.ts';

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

test('bins become edges, and none without bounds', () => {
  expect(edgesOf([[1, '2']], numberMeasure)).toEqual([[1, 2]]);
  expect(edgesOf(undefined, numberMeasure)).toEqual([]);
});
