import { defaultUnpackLimits } from '@atrium/warehouse';
import { expect, test } from 'vitest';
import { readUnpackLimits } from './readUnpackLimits.ts';

test.each([
  [undefined, {}],
  ['ratio=500', { ratio: 500 }],
  ['gibibytes=2, ratio=10', { bytes: 2 * 1024 ** 3, ratio: 10 }],
])('packages may unpack to %s', (text, given) => {
  expect(readUnpackLimits(text)).toEqual({ ...defaultUnpackLimits, ...given });
});

test.each(['off', 'ratio', 'ratio=0', 'bytes=5', 'gibibytes=1.5', 'ratio=5;gibibytes=1'])(
  'refuses the limits %s',
  (text) => {
    expect(() => readUnpackLimits(text)).toThrow(
      'ATRIUM_UNPACK_LIMITS must be like gibibytes=200,ratio=500.',
    );
  },
);
