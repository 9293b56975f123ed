import { useDraggable } from '@dnd-kit/core';
import { GripVertical } from 'lucide-react';
import classes from './Move.module.css';
import { moveWords } from './words.ts';

interface DragHandleProps {
  readonly filterId: string;
  readonly name: string;
}

/** Picks up a filter: by pointer, or with the space bar and the arrows. */
export function DragHandle({ filterId, name }: DragHandleProps) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners } = useDraggable({ id: filterId });
  return (
    <span ref={setNodeRef} className={classes.handlePlace}>
      <button
        type="button"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        className={classes.handle}
        data-focus={`handle ${filterId}`}
        aria-label={moveWords.drag(name)}
      >
        <GripVertical size={14} aria-hidden />
      </button>
    </span>
  );
}
