import { closestCenter, DndContext } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { Dispatch } from 'react';
import { announce } from '../../../ui/announce.ts';
import { useStagedMoves } from '../../../ui/staged/useStagedMoves.ts';
import classes from './ColumnPicker.module.css';
import { DraftItem } from './DraftItem.tsx';
import type { DraftColumn, DraftEvent } from './draft.ts';
import { dragWords, pickerWords } from './words.ts';

interface DraftListProps {
  readonly columns: readonly DraftColumn[];
  readonly dispatch: Dispatch<DraftEvent>;
  readonly isLocked: boolean;
  readonly onOptions: (column: DraftColumn) => void;
}

/** The columns in their order; to be moved by dragging, by keyboard, or by the buttons. */
export function DraftList({ columns, dispatch, isLocked, onOptions }: DraftListProps) {
  const { container, sensors, moved } = useStagedMoves<HTMLOListElement>();
  const placeOf = (key: unknown) => columns.findIndex((column) => column.key === key);
  const nameOf = (key: unknown) => columns[placeOf(key)]?.name ?? '';

  const move = (column: DraftColumn, by: 'up' | 'down') => {
    const to = placeOf(column.key) + (by === 'up' ? -1 : 1);
    moved({ key: column.key, by });
    dispatch({ kind: 'moved', key: column.key, to });
    announce(pickerWords.position(column.name, to + 1, columns.length));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={({ active, over }) => {
        if (over) dispatch({ kind: 'moved', key: String(active.id), to: placeOf(over.id) });
      }}
      accessibility={{
        screenReaderInstructions: { draggable: dragWords.instructions },
        announcements: {
          onDragStart: ({ active }) => dragWords.lifted(nameOf(active.id)),
          onDragOver: ({ active, over }) =>
            over ? pickerWords.position(nameOf(active.id), placeOf(over.id) + 1, columns.length) : undefined,
          onDragEnd: ({ active, over }) =>
            over ? dragWords.dropped(nameOf(active.id), placeOf(over.id) + 1, columns.length) : undefined,
          onDragCancel: ({ active }) => dragWords.cancelled(nameOf(active.id)),
        },
      }}
    >
      <SortableContext items={columns.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
        <ol ref={container} className={classes.list}>
          {columns.map((column, index) => (
            <DraftItem
              key={column.key}
              column={column}
              isFirst={index === 0}
              isLast={index === columns.length - 1}
              isLocked={isLocked}
              onMove={(by) => move(column, by)}
              onRemove={() => dispatch({ kind: 'removed', key: column.key })}
              onOptions={() => onOptions(column)}
              onRestore={() => dispatch({ kind: 'restored', key: column.key })}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}
