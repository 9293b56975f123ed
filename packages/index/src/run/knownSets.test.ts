import { expect, it } from 'vitest';
import type { Step } from '../layout/steps.ts';
import { createKnownSets } from './knownSets.ts';

const [first, block] = [
  { from: 0, count: 128 },
  { from: 384, count: 100 },
];
const blocks = [first, block];
const step = (min: number): Step => ({ find: 'withRows', offsets: 0, step: { find: 'all' }, min, max: 9 });
/** Of both blocks. */
const bytesOfSet = 32;

it('a set is known in the next question, and only the blocks that were found', () => {
  const known = createKnownSets(64, 64 + 4 * bytesOfSet);
  known.begin(blocks);
  const set = known.of(step(1));
  expect(set?.find(block)).toBeNull();
  expect(set?.keep(block)).toBe(64 + 16);
  known.begin(blocks);
  const again = known.of(step(1));
  expect(again?.isRepeated).toBe(true);
  expect(again?.find(block)).toBe(64 + 16);
  expect(again?.find(first)).toBeNull();
  expect(again?.find({ from: 384, count: 64 })).toBeNull();
});

it('what is none of the blocks is not kept', () => {
  const known = createKnownSets(64, 64 + bytesOfSet);
  expect(known.of(step(1))).toBeNull();
  known.begin(blocks);
  const set = known.of(step(1));
  expect(set?.keep({ from: 128, count: 128 })).toBeNull();
  expect(set?.keep({ from: 384, count: 128 })).toBeNull();
});

it('what was not used for longest makes room, but nothing of the same question', () => {
  const known = createKnownSets(64, 64 + 2 * bytesOfSet);
  const placeOf = (min: number): number | null | undefined => known.of(step(min))?.keep(first);
  known.begin(blocks);
  expect([placeOf(1), placeOf(2), known.of(step(3))]).toEqual([64, 96, null]);
  known.begin(blocks);
  expect([placeOf(1), placeOf(3)]).toEqual([64, 96]);
  known.begin(blocks);
  expect(known.of(step(2))?.isRepeated).toBe(false);
  expect(known.of(step(3))?.find(first)).toBe(96);
});

it('sets of other subjects are forgotten', () => {
  const known = createKnownSets(64, 64 + bytesOfSet);
  known.begin(blocks);
  known.of(step(1))?.keep(first);
  known.begin([first]);
  expect(known.of(step(1))?.find(first)).toBeNull();
});
