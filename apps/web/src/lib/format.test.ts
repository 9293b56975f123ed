import { expect, it } from 'vitest';
import { formatDay } from './formatDay.ts';
import { formatCount, formatNumber } from './formatNumber.ts';

it('writes counts with thousands separators and leaves suppressed ones alone', () => {
  expect([formatCount(12806), formatCount(0), formatCount('<5')]).toEqual(['12,806', '0', '<5']);
});

it('writes measured values with six significant digits', () => {
  expect(formatNumber(Math.PI)).toBe('3.14159');
});

it('writes a day out whichever way the wire spells it, and leaves words alone', () => {
  expect([formatDay('09/14/2026'), formatDay('2026-09-14'), formatDay('Unknown')]).toEqual([
    'September 14, 2026',
    'September 14, 2026',
    'Unknown',
  ]);
});
