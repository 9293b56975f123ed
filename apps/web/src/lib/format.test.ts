import { expect, it } from 'vitest';
import { formatDay } from './formatDay.ts';
import { formatCount, formatExact, formatNumber } from './formatNumber.ts';

it('writes counts with thousands separators and leaves suppressed ones alone', () => {
  expect([formatCount(12806), formatCount(0), formatCount('<5')]).toEqual(['12,806', '0', '<5']);
});

it('writes measured values with six significant digits', () => {
  expect(formatNumber(Math.PI)).toBe('3.14159');
});

it.each([
  [1234567, '1,234,567'],
  [1234567.891, '1,234,567.891'],
  [0.1, '0.1'],
  [-1e-7, '-0.0000001'],
])('writes %s with all its digits where somebody may type it again', (value, written) => {
  expect(formatExact(value)).toBe(written);
});

it('writes a day out whichever way the wire spells it, and leaves words alone', () => {
  expect([formatDay('09/14/2026'), formatDay('2026-09-14'), formatDay('Unknown')]).toEqual([
    'September 14, 2026',
    'September 14, 2026',
    'Unknown',
  ]);
});
