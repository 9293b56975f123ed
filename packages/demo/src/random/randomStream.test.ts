import { describe, expect, it } from 'vitest';
import { randomStream } from './randomStream.ts';

const many = (draw: () => number) => Array.from({ length: 20_000 }, draw);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('randomStream', () => {
  it('repeats itself for the same seed and stream, and only then', () => {
    const first = many(randomStream(7, 3).fraction).slice(0, 50);
    expect(many(randomStream(7, 3).fraction).slice(0, 50)).toEqual(first);
    expect(many(randomStream(7, 4).fraction).slice(0, 50)).not.toEqual(first);
    expect(many(randomStream(8, 3).fraction).slice(0, 50)).not.toEqual(first);
  });

  it('draws fractions evenly from zero up to but not including one', () => {
    const draws = many(randomStream(1, 1).fraction);
    expect(draws.every((draw) => draw >= 0 && draw < 1)).toBe(true);
    expect(mean(draws)).toBeCloseTo(0.5, 1);
  });

  it('includes both bounds of an integer', () => {
    const random = randomStream(2, 1);
    expect(new Set(many(() => random.integer(1, 3)))).toEqual(new Set([1, 2, 3]));
  });

  it('draws a normal variable with the mean and deviation asked for', () => {
    const random = randomStream(3, 1);
    const draws = many(() => random.normal(100, 15));
    expect(Math.abs(mean(draws) - 100)).toBeLessThan(0.5);
    expect(Math.abs(Math.sqrt(mean(draws.map((draw) => (draw - 100) ** 2))) - 15)).toBeLessThan(0.5);
  });

  it('chooses by weight and never an item of weight zero', () => {
    const random = randomStream(4, 1);
    const options = [
      ['never', 0],
      ['often', 9],
      ['seldom', 1],
    ] as const;
    const draws = Array.from({ length: 10_000 }, () => random.weighted(options));
    expect(draws).not.toContain('never');
    expect(draws.filter((draw) => draw === 'seldom').length / draws.length).toBeCloseTo(0.1, 1);
  });
});
