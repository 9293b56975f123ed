import { expect, it } from 'vitest';
import { formatDuration } from './formatDuration.ts';
import { formatGigabytes, formatSize } from './formatGigabytes.ts';

it.each([
  [31_250_000_000_000, '31,250.00'],
  [4_210_000_000, '4.21'],
  [1, '0.00'],
  [5_000_000, '0.01'],
])('%d bytes are %s GB', (bytes, shown) => {
  expect(formatGigabytes(bytes)).toBe(shown);
});

it.each([
  [31_250_000_000_000, '31.3 TB (31,250.00 GB)'],
  [4_210_000_000, '4.21 GB'],
  [396_000, '396 kB (0.00 GB)'],
  [0, '0.00 GB'],
])('%d bytes are shown in the unit that fits, with the GB: %s', (bytes, shown) => {
  expect(formatSize(bytes)).toBe(shown);
});

it.each([
  [3, 'less than a minute'],
  [90, '2 min'],
  [3_600, '1 h'],
  [5_400, '1 h 30 min'],
  [86_399, '24 h'],
  [200_000, '2 d 8 h'],
])('%d seconds are %s', (seconds, shown) => {
  expect(formatDuration(seconds)).toBe(shown);
});
