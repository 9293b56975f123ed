import { describe, expect, it } from 'vitest';
import { formatShare, formatSum, hiddenAs, shareOf, sumCells, thresholdIn } from './figures.ts';

const exact = (known: number) => ({ known, isAtLeast: false });
const atLeast = (known: number) => ({ known, isAtLeast: true });

describe('sums of cells', () => {
  it('are those of rows, of columns and of all cells', () => {
    const data = [
      [41, 77, 0],
      [118, 190, 5],
    ];
    expect(sumCells(data, 3)).toEqual({
      rows: [exact(118), exact(313)],
      columns: [exact(159), exact(267), exact(5)],
      all: exact(431),
      highest: 190,
    });
  });

  it('are lower bounds if and only if a hidden cell is part of them', () => {
    const data = [
      ['<11', 77],
      [118, 190],
    ];
    expect(sumCells(data, 2)).toEqual({
      rows: [atLeast(77), exact(308)],
      columns: [atLeast(118), exact(267)],
      all: atLeast(385),
      highest: 190,
    });
  });

  it.each([
    [exact(1204), '1,204'],
    [atLeast(1204), '–'],
    [atLeast(0), '–'],
  ])('%o is written %s', (sum, written) => {
    expect(formatSum(sum)).toBe(written);
  });
});

describe('a percentage', () => {
  it.each([
    { cell: 41, of: exact(118), written: '34.7%' },
    { cell: 0, of: exact(118), written: '0.0%' },
    { cell: 118, of: exact(118), written: '100.0%' },
    { cell: 41, of: atLeast(118), written: '≤ 34.7%' },
    { cell: 0, of: atLeast(118), written: '0.0%' },
    { cell: '<11', of: atLeast(118), written: '' },
    { cell: 0, of: exact(0), written: '' },
  ])('of $cell in $of is "$written"', ({ cell, of, written }) => {
    expect(formatShare(shareOf(cell, of), of)).toBe(written);
  });
});

describe('hidden cells', () => {
  it.each([
    [[[1, 2]], undefined],
    [
      [
        [1, 2],
        [0, '<11'],
      ],
      '<11',
    ],
  ])('%j are shown as %s', (data, hidden) => {
    expect(hiddenAs(data)).toBe(hidden);
  });

  it.each([
    ['<11', 11],
    ['< 5', 5],
    ['hidden', undefined],
  ])('%s names the threshold %s', (hidden, threshold) => {
    expect(thresholdIn(hidden)).toBe(threshold);
  });
});
