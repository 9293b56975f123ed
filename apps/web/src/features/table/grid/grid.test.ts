import { describe, expect, it } from 'vitest';
import { type GridRow, numberColumns } from './gridRows.ts';
import { type CellPosition, cellAfterKey } from './useActiveCell.ts';

const extent = { rows: 25, columns: 4 };
const from = { row: 3, column: 1 };

describe('moving through the cells', () => {
  it.each<[string, boolean, CellPosition | undefined]>([
    ['ArrowUp', false, { row: 2, column: 1 }],
    ['ArrowDown', false, { row: 4, column: 1 }],
    ['ArrowLeft', false, { row: 3, column: 0 }],
    ['ArrowRight', false, { row: 3, column: 2 }],
    ['Home', false, { row: 3, column: 0 }],
    ['End', false, { row: 3, column: 3 }],
    ['Home', true, { row: 0, column: 0 }],
    ['End', true, { row: 24, column: 3 }],
    ['PageUp', false, { row: 0, column: 1 }],
    ['PageDown', false, { row: 13, column: 1 }],
    ['Enter', false, undefined],
  ])('%s (with Ctrl: %s) leads to %o', (key, ctrlKey, to) => {
    expect(cellAfterKey(from, { key, ctrlKey }, extent)).toEqual(to);
  });

  it('stops at the edges', () => {
    expect(cellAfterKey({ row: 24, column: 3 }, { key: 'ArrowDown', ctrlKey: false }, extent)).toEqual({
      row: 24,
      column: 3,
    });
    expect(cellAfterKey({ row: 0, column: 0 }, { key: 'ArrowLeft', ctrlKey: false }, extent)).toEqual({
      row: 0,
      column: 0,
    });
  });
});

describe('a column of numbers', () => {
  const rows = (...cells: GridRow['cells'][]): GridRow[] =>
    cells.map((held, index) => ({ number: index, cells: held }));

  it('has only numbers and missing values', () => {
    const found = numberColumns(
      rows([1, 'a', 2, null, [1, 2]], [null, 'b', '3', null, 4], [[], 1, 5, null, 6]),
    );
    expect([...found]).toEqual([0]);
  });
});
