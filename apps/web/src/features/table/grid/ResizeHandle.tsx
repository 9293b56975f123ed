import { type PointerEvent, useRef, useState } from 'react';
import type { ColumnPreferenceEvent } from '../columns/columnPreferences.ts';
import classes from './HeaderCell.module.css';
import type { PlacedColumn } from './usePlacedColumns.ts';

interface ResizeHandleProps {
  readonly placed: PlacedColumn;
  readonly onLook: (event: ColumnPreferenceEvent) => void;
}

/** The edge of a heading, to be dragged; a double click gives the usual width back. The keyboard has the column's menu. */
export function ResizeHandle({ placed, onLook }: ResizeHandleProps) {
  const { entryId } = placed.column;
  const grip = useRef<{ readonly from: number; readonly width: number }>(undefined);
  const [isDragging, setIsDragging] = useState(false);
  const take = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const drawn = event.currentTarget.parentElement?.getBoundingClientRect().width;
    grip.current = { from: event.clientX, width: drawn ?? placed.width };
    setIsDragging(true);
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (grip.current === undefined) return;
    const { from, width } = grip.current;
    onLook({ kind: 'resized', entryId, width: width + event.clientX - from });
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
      onDoubleClick={() => onLook({ kind: 'usualWidth', entryId })}
    />
  );
}
