import { describe, expect, it } from 'vitest';
import { formatShare, hiddenAs, shareOf, thresholdIn, wholeOf } from './figures.ts';

describe('a percentage', () => {
  it.each([
    { cell: 41, of: 118, written: '34.7%' },
    { cell: 0, of: 118, written: '0.0%' },
    { cell: 118, of: 118, written: '100.0%' },
    { cell: '<11', of: 118, written: '' },
    { cell: 41, of: '<11', written: '' },
    { cell: 0, of: 0, written: '' },
    { cell: 41, of: undefined, written: '' },
  ])('of $cell in $of is "$written"', ({ cell, of, written }) => {
    expect(formatShare(shareOf(cell, of))).toBe(written);
  });

  it('is a part of the subjects of its row or column', () => {
    const totals = { rows: [10, 20], columns: [15, 16], all: 25 };
    expect(wholeOf(totals, 'row', { row: 1, column: 0 })).toBe(20);
    expect(wholeOf(totals, 'column', { row: 1, column: 0 })).toBe(15);
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
