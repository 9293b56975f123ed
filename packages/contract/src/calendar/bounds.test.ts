import { expect, test } from 'vitest';
import { isReversed } from './bounds.ts';

test('bounds are reversed where the lower one lies above the upper one, and never where one is open', () => {
  expect([isReversed(2, 1), isReversed('2020-01-02', '2020-01-01')]).toEqual([true, true]);
  expect([isReversed(1, 1), isReversed(-1, 0), isReversed('2020-01-01', '2020-01-01')]).not.toContain(true);
  expect([isReversed(1, null), isReversed(undefined, 0), isReversed(null, null)]).not.toContain(true);
});
