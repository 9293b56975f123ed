import { expect, it } from 'vitest';
import { measureOfNumbers } from '../number/numberDraft.ts';
import { boundHint, edgesOf } from './measure.ts';

it('bins become edges, and none without bounds', () => {
  expect(edgesOf([[1, '2']], measureOfNumbers())).toEqual([[1, 2]]);
  expect(edgesOf(undefined, measureOfNumbers())).toEqual([]);
});

it('an empty bound says in words where the data end', () => {
  expect([boundHint('min', 0), boundHint('max', '219'), boundHint('max', null)]).toEqual([
    'lowest 0',
    'highest 219',
    '',
  ]);
});
