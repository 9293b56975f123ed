import { expect, it } from 'vitest';
import { labelText } from '../../../api/axisLabels.ts';
import { arrange, countNotSet } from './arrange.ts';

const crossTab = {
  index: [
    ['F', 'a'],
    ['F', 'b'],
    ['F', '[not set]'],
    ['M', 'a'],
  ],
  columns: ['x', '\\[not set]', '[not set]'],
  data: [
    [1, 2, 3],
    [4, 5, 6],
    [7, 8, 9],
    [10, 11, 12],
  ],
  totals: { rows: [6, 15, 24, 33], columns: [20, 26, 29], all: 50 },
};

it('rows and columns by count stay within their outer label, and what has no value stays last', () => {
  expect(arrange(crossTab, { order: 'count', isFolded: false })).toEqual({
    index: [
      ['F', 'b'],
      ['F', 'a'],
      ['F', '[not set]'],
      ['M', 'a'],
    ],
    columns: ['\\[not set]', 'x', '[not set]'],
    data: [
      [5, 4, 6],
      [2, 1, 3],
      [8, 7, 9],
      [11, 10, 12],
    ],
    totals: { rows: [15, 6, 24, 33], columns: [26, 20, 29], all: 50 },
  });
});

it('what has no value can be folded, and a value of that text stays', () => {
  const { index, columns, data, totals } = arrange(crossTab, { order: 'value', isFolded: true });
  expect([index.length, columns, data]).toEqual([
    3,
    ['x', '\\[not set]'],
    [
      [1, 2],
      [4, 5],
      [10, 11],
    ],
  ]);
  expect(totals).toEqual({ rows: [6, 15, 33], columns: [20, 26], all: 50 });
  expect(countNotSet(crossTab)).toEqual({ rows: 1, columns: 1 });
});

it.each([
  ['[not set]', '[not set]'],
  ['\\[not set]', '“[not set]”'],
  ['\\\\[not set]', '“\\[not set]”'],
  ['\\other', '\\other'],
  [true, 'True'],
])('the label %j is written %s', (label, text) => {
  expect(labelText(label)).toBe(text);
});
