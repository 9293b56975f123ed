import { expect, it } from 'vitest';
import { measureOfNumbers } from '../number/numberDraft.ts';
import { edgesOf } from './measure.ts';

it('bins become edges, and none without bounds', () => {
  expect(edgesOf([[1, '2']], measureOfNumbers())).toEqual([[1, 2]]);
  expect(edgesOf(undefined, measureOfNumbers())).toEqual([]);
});
