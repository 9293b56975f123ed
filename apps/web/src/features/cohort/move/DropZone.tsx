import { useDroppable } from '@dnd-kit/core';
import type { ReactNode } from 'react';
import classes from './Move.module.css';
import { useMoving } from './moveContext.ts';
import { type Position, positionKey } from './position.ts';

interface DropZoneProps {
  readonly position: Position;
  readonly children?: ReactNode;
}

/** A position that a dragged filter can be dropped on: a gap between entries, or an entry itself. */
export function DropZone({ position, children }: DropZoneProps) {
  const key = positionKey(position);
  const { allowed, dragged, landing } = useMoving();
  const isOpen = dragged !== undefined && allowed.has(key);
  const { setNodeRef, isOver } = useDroppable({ id: key, disabled: !isOpen });
  return (
    <div
      ref={setNodeRef}
      className={position.kind === 'join' ? classes.onto : classes.gap}
      data-open={isOpen}
      data-over={isOver || landing === key}
    >
      {children}
      {position.kind === 'join' && (isOver || landing === key) && (
        <span className={classes.or} aria-hidden>
          or
        </span>
      )}
    </div>
  );
}
