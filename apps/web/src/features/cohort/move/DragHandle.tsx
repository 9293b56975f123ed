import type { useDraggable } from '@dnd-kit/core';
import { GripVertical } from 'lucide-react';
import classes from './Move.module.css';
import { moveWords } from './words.ts';

interface DragHandleProps {
  readonly filterId: string;
  readonly name: string;
  readonly drag: ReturnType<typeof useDraggable>;
}

/** Picks up the row that it stands in: by pointer, or with the space bar and the arrows. */
export function DragHandle({ filterId, name, drag }: DragHandleProps) {
  return (
    <button
      type="button"
      ref={drag.setActivatorNodeRef}
      {...drag.attributes}
      {...drag.listeners}
      className={classes.handle}
      data-focus={`handle ${filterId}`}
      aria-label={moveWords.drag(name)}
    >
      <GripVertical size={14} aria-hidden />
    </button>
  );
}
