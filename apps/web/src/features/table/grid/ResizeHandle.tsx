import { type PointerEvent, useRef, useState } from 'react';
import type { ColumnPreferenceEvent } from '../columns/columnPreferences.ts';
import classes from './HeaderCell.module.css';
import type { PlacedColumn } from './usePlacedColumns.ts';

interface ResizeHandleProps {
  readonly placed: PlacedColumn;
  readonly onLook: (event: ColumnPreferenceEvent) => void;
}

interface Grip {
  readonly from: number;
  readonly width: number;
  readonly drawn: Readonly<Record<string, number>>;
}

/** The edge of a heading, which can be dragged. A double click fits the content. Keyboard users have the column's menu. */
export function ResizeHandle({ placed, onLook }: ResizeHandleProps) {
  const { entryId } = placed.column;
  const grip = useRef<Grip>(undefined);
  const [isDragging, setIsDragging] = useState(false);
  const take = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const drawn = drawnWidths(event.currentTarget);
    grip.current = { from: event.clientX, width: drawn[entryId] ?? placed.width, drawn };
    setIsDragging(true);
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (grip.current === undefined) return;
    const { from, width, drawn } = grip.current;
    onLook({ kind: 'resized', entryId, width: width + event.clientX - from, drawn });
  };
  const drop = () => {
    grip.current = undefined;
    setIsDragging(false);
  };
  return (
    <span
      aria-hidden
      className={classes.resize}
      data-testid={`resize-${entryId}`}
      data-dragging={isDragging}
      onPointerDown={take}
      onPointerMove={move}
      onPointerUp={drop}
      onPointerCancel={drop}
      onDoubleClick={({ currentTarget }) =>
        onLook({ kind: 'resized', entryId, width: placed.fits, drawn: drawnWidths(currentTarget) })
      }
    />
  );
}

/** Widths of all columns on the screen, in pixels, by entry id; `part` is any element of a heading. */
export function drawnWidths(part: Element | null): Readonly<Record<string, number>> {
  const cells = part?.closest('tr')?.querySelectorAll<HTMLElement>('th[data-entry]') ?? [];
  const widths = [...cells].map(
    (cell) => [cell.dataset['entry'] ?? '', Math.round(cell.getBoundingClientRect().width)] as const,
  );
  return Object.fromEntries(widths.filter(([, width]) => width > 0));
}
