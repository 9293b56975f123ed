import { expect, it } from 'vitest';
import { suppressCount } from './smallCount.ts';

it.each([
  [0, 0],
  [1, '<11'],
  [10, '<11'],
  [11, 11],
])('of %i people an aggregate member sees %s', (count, shown) => {
  expect(suppressCount(count, 11)).toBe(shown);
});

it('a threshold of 1 or 0 hides nothing', () => {
  expect([suppressCount(1, 1), suppressCount(1, 0)]).toEqual([1, 1]);
});
