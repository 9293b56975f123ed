import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { buttonAbove } from './headKeys.ts';

interface ActiveCell {
  readonly rows: number;
  readonly columns: number;
  /** Scrolls a row or a column into view, which renders it. */
  readonly showRow: (row: number) => void;
  readonly showColumn: (column: number) => void;
}

/** The one cell that the Tab key reaches. Arrow keys move to another one, and Enter opens its link, Shift and Enter the subject whose id it is. */
export function useActiveCell({ rows, columns, showRow, showColumn }: ActiveCell) {
  const [last, setLast] = useState<CellPosition>({ row: 0, column: 0 });
  const body = useRef<HTMLTableSectionElement>(null);
  const wanted = useRef<CellPosition>(undefined);
  const cell = { row: Math.min(last.row, rows - 1), column: Math.min(last.column, columns - 1) };

  // After every render, because a distant cell is rendered only after the scrolling.
  useLayoutEffect(() => {
    const { current } = wanted;
    if (current === undefined) return;
    const element = body.current?.querySelector<HTMLElement>(
      `[data-cell="${current.row}:${current.column}"]`,
    );
    if (!element) return;
    wanted.current = undefined;
    element.focus();
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = positionOf(event.target);
    if (at === undefined || event.altKey || event.metaKey) return;
    if (event.key === 'Enter' && event.target instanceof HTMLElement) {
      event.target.querySelector<HTMLElement>(event.shiftKey ? 'button' : 'a')?.click();
      return;
    }
    if (event.key === 'ArrowUp' && at.row === 0 && event.target instanceof HTMLElement) {
      event.preventDefault();
      buttonAbove(event.target, at.column)?.focus();
      return;
    }
    const to = cellAfterKey(at, event, { rows, columns });
    if (to === undefined) return;
    event.preventDefault();
    wanted.current = to;
    setLast(to);
    if (to.row !== at.row) showRow(to.row);
    if (to.column !== at.column) showColumn(to.column);
  };
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const at = positionOf(event.target);
    if (at !== undefined && (at.row !== cell.row || at.column !== cell.column)) setLast(at);
  };
  return { cell, body, onKeyDown, onFocus };
}

function positionOf(target: EventTarget): CellPosition | undefined {
  const cell = target instanceof HTMLElement ? target.getAttribute('data-cell') : null;
  const [row, column] = (cell ?? '').split(':').map(Number);
  return row === undefined || column === undefined ? undefined : { row, column };
}

/** A cell by its row on the page and its column on the screen, both from 0. */
export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

interface Extent {
  readonly rows: number;
  readonly columns: number;
}

interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
}

const rowsOfPage = 10;

/** The cell to which a key moves; undefined for a key that moves nowhere. */
export function cellAfterKey(
  { row, column }: CellPosition,
  { key, ctrlKey }: Key,
  { rows, columns }: Extent,
): CellPosition | undefined {
  const to = (cell: CellPosition): CellPosition => ({
    row: Math.min(Math.max(0, cell.row), rows - 1),
    column: Math.min(Math.max(0, cell.column), columns - 1),
  });
  switch (key) {
    case 'ArrowUp':
      return to({ row: row - 1, column });
    case 'ArrowDown':
      return to({ row: row + 1, column });
    case 'ArrowLeft':
      return to({ row, column: column - 1 });
    case 'ArrowRight':
      return to({ row, column: column + 1 });
    case 'PageUp':
      return to({ row: row - rowsOfPage, column });
    case 'PageDown':
      return to({ row: row + rowsOfPage, column });
    case 'Home':
      return to({ row: ctrlKey ? 0 : row, column: 0 });
    case 'End':
      return to({ row: ctrlKey ? rows : row, column: columns });
    default:
      return undefined;
  }
}
