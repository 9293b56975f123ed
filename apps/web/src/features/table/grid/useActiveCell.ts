import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { type CellPlace, cellAfterKey } from './cellKeys.ts';

interface ActiveCell {
  readonly rows: number;
  readonly columns: number;
  /** Brings a row or a column into the document. */
  readonly showRow: (row: number) => void;
  readonly showColumn: (column: number) => void;
}

/** The one cell that the Tab key reaches; arrow keys move it, and Enter follows its link. */
export function useActiveCell({ rows, columns, showRow, showColumn }: ActiveCell) {
  const [held, setHeld] = useState<CellPlace>({ row: 0, column: 0 });
  const body = useRef<HTMLTableSectionElement>(null);
  const wanted = useRef<CellPlace>(undefined);
  const place = { row: Math.min(held.row, rows - 1), column: Math.min(held.column, columns - 1) };

  // After every drawing, since a far cell comes into the document only after the scrolling.
  useLayoutEffect(() => {
    const { current } = wanted;
    if (current === undefined) return;
    const cell = body.current?.querySelector<HTMLElement>(`[data-cell="${current.row}:${current.column}"]`);
    if (!cell) return;
    wanted.current = undefined;
    cell.focus();
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = placeOf(event.target);
    if (at === undefined || event.altKey || event.metaKey) return;
    if (event.key === 'Enter' && event.target instanceof HTMLElement) {
      event.target.querySelector('a')?.click();
      return;
    }
    const to = cellAfterKey(at, event, { rows, columns });
    if (to === undefined) return;
    event.preventDefault();
    wanted.current = to;
    setHeld(to);
    if (to.row !== at.row) showRow(to.row);
    if (to.column !== at.column) showColumn(to.column);
  };
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const at = placeOf(event.target);
    if (at !== undefined && (at.row !== place.row || at.column !== place.column)) setHeld(at);
  };
  return { place, body, onKeyDown, onFocus };
}

function placeOf(target: EventTarget): CellPlace | undefined {
  const cell = target instanceof HTMLElement ? target.getAttribute('data-cell') : null;
  const [row, column] = (cell ?? '').split(':').map(Number);
  return row === undefined || column === undefined ? undefined : { row, column };
}
