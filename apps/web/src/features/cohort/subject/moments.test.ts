import { expect, it } from 'vitest';
import { momentWords, tickWords, yearsOf } from './moments.ts';

it('days, years and ages stand on one axis, each as exact as it is shown (rules 1.21 and 17.20)', () => {
  expect(yearsOf('2015-01-01', 'day')).toBe(2015);
  expect(yearsOf('2015-07-02', 'day')).toBeCloseTo(2015.5, 2);
  expect(yearsOf(2015, 'year')).toBe(2015);
  expect([yearsOf('1936 or earlier', 'year'), momentWords('1936 or earlier', 'year')]).toEqual([
    1936,
    '1936 or earlier',
  ]);
  expect(yearsOf(1461, 'age')).toBe(4);
  expect(yearsOf(null, 'day')).toBeNull();
  expect([tickWords(2015, 'day'), tickWords(2015.5, 'day'), tickWords(2015.5, 'year')]).toEqual([
    '2015',
    'Jul 2015',
    '',
  ]);
  expect([tickWords(3.5, 'age'), momentWords(730, 'age'), momentWords(2015, 'year')]).toEqual([
    '3.5 y',
    '2 y 0 d',
    '2015',
  ]);
});
