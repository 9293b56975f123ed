import { expect, it } from 'vitest';
import { formatQuantity, inSentence, isReversed, toNumber, toWholeNumber } from './numerals.ts';

it.each([
  ['', null],
  ['  ', null],
  ['12', 12],
  [' -0.5 ', -0.5],
  ['.5', 0.5],
  ['+3.', 3],
  ['1e3', 1000],
  ['1E-2', 0.01],
  ['1,5', null],
  ['0x10', null],
  ['NaN', null],
  ['-Infinity', null],
  ['1e999', null],
  ['abc', null],
])('the text “%s” as a number is %s', (text, value) => {
  expect(toNumber(text)).toBe(value);
});

it('a whole number has no fraction other than zeros', () => {
  expect(['3', '3.0', '-3', '3.5', 'x'].map(toWholeNumber)).toEqual([3, 3, -3, null, null]);
});

it.each([
  [1, '1 entry'],
  [0, '0 entries'],
  [2000, '2,000 entries'],
  ['1', '1 entries'],
  ['<5', '<5 entries'],
])('the quantity %s of entries is written %s', (count, text) => {
  expect(formatQuantity(count, 'entry', 'entries')).toBe(text);
});

it('bounds are reversed where the lower one lies above the upper one, and never where one is open', () => {
  expect([isReversed(2, 1), isReversed('2020-01-02', '2020-01-01')]).toEqual([true, true]);
  expect([isReversed(1, 1), isReversed(-1, 0), isReversed('2020-01-01', '2020-01-01')]).not.toContain(true);
  expect([isReversed(1, null), isReversed(undefined, 0), isReversed(null, null)]).not.toContain(true);
});

it.each([
  ['Hospital stay', 'hospital stay'],
  ['DNA sample', 'DNA sample'],
  ['surgery', 'surgery'],
])('%s is “%s” within a sentence', (name, within) => {
  expect(inSentence(name)).toBe(within);
});
