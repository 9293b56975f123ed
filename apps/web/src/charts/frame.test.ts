import { expect, it } from 'vitest';
import { linesOf, tickCount, tickIndexes } from './frame.ts';

const years = Array.from({ length: 20 }, (_, index) => String(2000 + index));

it('writes every label while there are 50 pixels for each', () => {
  expect(tickIndexes(years, 1000)).toHaveLength(20);
});

it('leaves out labels but always writes the first', () => {
  expect(tickIndexes(years, 250)).toEqual([0, 4, 8, 12, 16]);
});

it('gives long labels more space', () => {
  expect(tickIndexes(['[1000 - 2000)', '[2000 - 3000)', '[3000 - 4000)'], 150)).toEqual([0, 2]);
});

it('an axis has a tick about every 50 pixels, and at least two', () => {
  expect([tickCount(400), tickCount(20)]).toEqual([8, 2]);
});

it('the lines of a label have all of it, and break only words that are wider than a line', () => {
  const label = 'Hypoplastic left heart syndrome';
  expect(linesOf(label, 72)).toEqual(['Hypoplastic', 'left heart', 'syndrome']);
  expect(linesOf(label, 40)).toEqual(['Hypopl', 'astic', 'left', 'heart', 'syndro', 'me']);
});
