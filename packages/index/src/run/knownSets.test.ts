import { expect, it } from 'vitest';
import type { Step } from '../layout/steps.ts';
import { createKnownSets } from './knownSets.ts';

const all = { from: 0, count: 256 };
const block = { from: 128, count: 128 };
const step = (min: number): Step => ({ find: 'withRows', offsets: 0, step: { find: 'all' }, min, max: 9 });
/** Of 256 subjects. */
const bytesOfSet = 32;

it('a set is known in the next question, and only the blocks that were found', () => {
  const known = createKnownSets(64, 64 + 4 * bytesOfSet);
  known.begin(all);
  const set = known.of(step(1));
  expect(set?.find(block)).toBeNull();
  expect(set?.keep(block)).toBe(64 + 16);
  known.begin(all);
  const again = known.of(step(1));
  expect(again?.isRepeated).toBe(true);
  expect(again?.find(block)).toBe(64 + 16);
  expect(again?.find({ from: 0, count: 128 })).toBeNull();
  expect(again?.find({ from: 128, count: 64 })).toBeNull();
});

it('a block that shares 16 bytes with another, or goes beyond the subjects, is not kept', () => {
  const known = createKnownSets(64, 64 + bytesOfSet);
  expect(known.of(step(1))).toBeNull();
  known.begin(all);
  const set = known.of(step(1));
  expect(set?.keep({ from: 64, count: 64 })).toBeNull();
  expect(set?.keep({ from: 128, count: 256 })).toBeNull();
});

it('what was not used for longest makes room, but nothing of the same question', () => {
  const known = createKnownSets(64, 64 + 2 * bytesOfSet);
  const placeOf = (min: number): number | null | undefined => known.of(step(min))?.keep(all);
  known.begin(all);
  expect([placeOf(1), placeOf(2), known.of(step(3))]).toEqual([64, 96, null]);
  known.begin(all);
  expect([placeOf(1), placeOf(3)]).toEqual([64, 96]);
  known.begin(all);
  expect(known.of(step(2))?.isRepeated).toBe(false);
  expect(known.of(step(3))?.find(all)).toBe(96);
});

it('sets of other subjects are forgotten', () => {
  const known = createKnownSets(64, 64 + bytesOfSet);
  known.begin(all);
  known.of(step(1))?.keep(all);
  known.begin({ from: 0, count: 128 });
  expect(known.of(step(1))?.find({ from: 0, count: 128 })).toBeNull();
});
