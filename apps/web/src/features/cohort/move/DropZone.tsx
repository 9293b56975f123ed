import { useDroppable } from '@dnd-kit/core';
import type { ReactNode } from 'react';
import classes from './Move.module.css';
import { useMoving } from './moveContext.ts';
import { type Place, placeKey } from './place.ts';

interface DropZoneProps {
  readonly place: Place;
  readonly children?: ReactNode;
}

/** A place that a dragged filter can be dropped on: a gap between entries, or an entry itself. */
export function DropZone({ place, children }: DropZoneProps) {
  const key = placeKey(place);
  const { allowed, dragged, landing } = useMoving();
  const isOpen = dragged !== undefined && allowed.has(key);
  const { setNodeRef, isOver } = useDroppable({ id: key, disabled: !isOpen });
  return (
    <div
      ref={setNodeRef}
      className={place.kind === 'join' ? classes.onto : classes.gap}
      data-open={isOpen}
      data-over={isOver || landing === key}
    >
      {children}
      {place.kind === 'join' && (isOver || landing === key) && (
        <span className={classes.or} aria-hidden>
          or
        </span>
      )}
    </div>
  );
}
