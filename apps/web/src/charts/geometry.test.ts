import { expect, it } from 'vitest';
import { scalesOf } from './geometry.ts';

const size = { width: 400, height: 200 };
const barsOf = (...values: number[]) =>
  values.map((value) => ({ label: String(value), value, shown: String(value) }));

it('bars are as high as their values, from the bottom of the chart', () => {
  const { top } = scalesOf(barsOf(0, 25, 100), size);
  expect([0, 50, 100].map(top)).toEqual([150, 100, 50]);
});

it('on a logarithmic scale a factor of ten is one step, a value of one is above the bottom, and zero is not', () => {
  const { top, ticks } = scalesOf(barsOf(0, 1, 12_000), { ...size, isLog: true });
  expect(ticks).toEqual([1, 10, 100, 1000, 10_000]);
  const [first = 0, ...steps] = ticks.map(top);
  expect(first).toBeLessThan(150);
  steps.reduce((before, step) => {
    expect(before - step).toBeCloseTo(first - (steps[0] ?? 0));
    return step;
  }, first);
  expect(top(0)).toBe(150);
  expect(top(12_000)).toBeCloseTo(50);
});

it('a logarithmic scale reaches at least ten', () => {
  expect(scalesOf(barsOf(1, 3), { ...size, isLog: true }).ticks).toEqual([1, 10]);
  expect(scalesOf(barsOf(0), { ...size, isLog: true }).top(0)).toBe(150);
});

it('an axis of counts has whole ticks only', () => {
  expect(scalesOf(barsOf(1, 3), { width: 400, height: 500 }).ticks).toEqual([0, 1, 2, 3]);
});
