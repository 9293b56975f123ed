import { expect, it } from 'vitest';
import {
  binAt,
  isInRange,
  nearerSide,
  positionOf,
  positionsOf,
  rangeAfterKey,
  rangeOver,
  withSide,
} from './rangeBrush.ts';

const whole = [
  [0, 9],
  [10, 19],
  [20, 29],
] as const;
const fractions = [
  [0, 0.5],
  [0.5, 1],
  [1, 1.4],
] as const;

it.each([
  [null, 'min', 0],
  [null, 'max', 3],
  [0, 'min', 0],
  [9, 'max', 1],
  [10, 'min', 1],
  [15, 'min', 1.5],
  [14, 'max', 1.5],
  [29, 'max', 3],
  [-4, 'min', 0],
  [99, 'max', 3],
  [99, 'min', 3],
] as const)('a bound of %s as %s of whole numbers is at %s', (value, side, position) => {
  expect(positionOf(whole, value, side)).toBe(position);
});

it.each([
  [0.5, 'min', 1],
  [0.5, 'max', 1],
  [0.75, 'min', 1.5],
  [1.4, 'max', 3],
] as const)('a bound of %s as %s of fractions is at %s', (value, side, position) => {
  expect(positionOf(fractions, value, side)).toBeCloseTo(position);
});

it('a range with reversed bounds has no width', () => {
  expect(positionsOf(whole, { min: 20, max: 5 })).toEqual([2, 2]);
});

it('every distance on the axis belongs to one bin, also at and beyond its ends', () => {
  expect([-5, 0, 99, 100, 299, 300, 999].map((distance) => binAt(distance, 300, 3))).toEqual([
    0, 0, 0, 1, 2, 2, 2,
  ]);
});

it.each([
  [[0, 3], 0.5, 'min'],
  [[0, 3], 2.5, 'max'],
  [[2, 2], 1.5, 'min'],
  [[2, 2], 2.5, 'max'],
] as const)('of the sides at %o the nearer one to %s is %s', (sides, position, side) => {
  expect(nearerSide(sides, position)).toBe(side);
});

it('a drag in either direction covers whole bins', () => {
  expect(rangeOver(whole, 2, 1)).toEqual({ min: 10, max: 29 });
  expect(rangeOver(whole, 1, 1)).toEqual({ min: 10, max: 19 });
});

it('a side never passes the other', () => {
  expect(withSide(whole, { min: 0, max: 19 }, { side: 'min', bin: 2 })).toEqual({ min: 10, max: 19 });
  expect(withSide(whole, { min: 10, max: 19 }, { side: 'max', bin: 0 })).toEqual({ min: 10, max: 19 });
});

const open = { min: null, max: null };

it.each([
  ['ArrowRight', 'min', open, { min: 10, max: null }],
  ['ArrowLeft', 'min', open, { min: 0, max: null }],
  ['ArrowLeft', 'max', open, { min: null, max: 19 }],
  ['ArrowRight', 'max', { min: null, max: 19 }, { min: null, max: 29 }],
  ['ArrowLeft', 'min', { min: 15, max: null }, { min: 10, max: null }],
  ['ArrowRight', 'min', { min: 15, max: null }, { min: 20, max: null }],
  ['ArrowLeft', 'max', { min: null, max: 14 }, { min: null, max: 9 }],
  ['ArrowRight', 'max', { min: null, max: 14 }, { min: null, max: 19 }],
  ['Home', 'max', { min: 10, max: 29 }, { min: 10, max: 19 }],
  ['End', 'min', { min: 0, max: 19 }, { min: 10, max: 19 }],
  ['PageDown', 'max', { min: null, max: 29 }, { min: null, max: 9 }],
  ['Delete', 'min', { min: 10, max: 19 }, { min: null, max: 19 }],
  ['x', 'min', open, undefined],
] as const)('the key %s on the handle of %s', (key, side, range, after) => {
  expect(rangeAfterKey(key, side, { edges: whole, range })).toEqual(after);
});

it('a bin counts as chosen if any part of it is', () => {
  expect([0, 1, 2].map((bin) => isInRange(bin, [0.5, 2]))).toEqual([true, true, false]);
});
