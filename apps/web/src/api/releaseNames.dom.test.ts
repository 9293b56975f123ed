import { expect, it } from 'vitest';
import { releaseName } from './releaseNames.ts';

it.each([
  [{ release_12: 3 }, 'release_12', 'release 3'],
  [{ release_12: 3 }, 'release_9', 'release_9'],
  [undefined, 'release_12', 'release_12'],
])('people read the number of a release in its dataset (rule 10.34): %j %s', (numbers, name, expected) => {
  expect(releaseName(numbers, name)).toBe(expected);
});
