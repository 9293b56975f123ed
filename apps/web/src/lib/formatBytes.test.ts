import { expect, it } from 'vitest';
import { formatBytes } from './formatBytes.ts';

it('writes a size with the unit that keeps it short', () => {
  expect([0, 640, 12_400, 999_999, 345_600_000, 1_500_000_000].map(formatBytes)).toEqual([
    '0 B',
    '640 B',
    '12.4 kB',
    '1000 kB',
    '346 MB',
    '1.5 GB',
  ]);
});
