import { expect, it } from 'vitest';
import { asShares } from './shares.ts';

it('each bar is a share of its own population, so that a small one is seen beside a large one', () => {
  const bars = [{ label: 'Female', value: 6000, shown: '6,000', part: { value: 30, shown: '30' } }];
  expect(asShares(bars, [12_000, 40])).toEqual([
    { label: 'Female', value: 50, shown: '50.0% (6,000)', part: { value: 75, shown: '75.0% (30)' } },
  ]);
});

it('a population of nobody has no shares', () => {
  expect(asShares([{ label: 'Female', value: 0, shown: '0' }], [0, 0])).toEqual([
    { label: 'Female', value: 0, shown: '0.0% (0)' },
  ]);
});
