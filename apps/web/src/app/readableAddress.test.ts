import { expect, it } from 'vitest';
import { readablePath } from './readableAddress.ts';

it.each([
  ['/news/a%20b', '/news/a%20b'],
  ['/news/%E0%A4%A', '/news/%25E0%25A4%25A'],
  ['/dataset/%', '/dataset/%25'],
])('an address that cannot be decoded is spelled out: %s', (path, expected) => {
  expect(readablePath(path)).toBe(expected);
});
