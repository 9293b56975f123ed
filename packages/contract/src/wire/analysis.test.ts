import { expect, it } from 'vitest';
import { crossTab } from './analysis.ts';

const whole = { columns: ['a', 1, true], index: [['a', 2], 'b'], data: [[1, '<11', 0]] };

it('a cross-tab has scalars or lists of them as labels, and whole numbers or marks as cells', () => {
  expect(crossTab.parse(whole)).toEqual(whole);
  expect(crossTab.parse({})).toEqual({ columns: [], index: [], data: [] });
});

it.each([
  { ...whole, data: [[1.5]] },
  { ...whole, data: [[null]] },
  { ...whole, data: [1] },
  { ...whole, data: { 0: [1] } },
  { ...whole, index: [null] },
  { ...whole, index: [[['a']]] },
  { ...whole, index: 'a' },
  { ...whole, columns: [Number.NaN] },
  { ...whole, columns: [[undefined]] },
])('%j is none', (given) => {
  expect(crossTab.safeParse(given).success).toBe(false);
});
