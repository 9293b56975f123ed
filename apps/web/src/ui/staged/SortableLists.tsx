import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { type ReactNode, useEffect, useRef } from 'react';
import { announce } from '../announce.ts';
import classes from './SortableLists.module.css';
import {
  entriesIn,
  type ListPosition,
  positionOf,
  type StagedEntry,
  type StagedLists,
} from './stagedLists.ts';

/** Moves an entry to a position, by the button that is named in its `data-move`. */
export type MoveTo<Entry extends StagedEntry> = (
  entry: Entry,
  button: string,
  to: ListPosition<Entry['list']>,
) => void;

interface SortableListsProps<Entry extends StagedEntry> {
  readonly lists: StagedLists<Entry>;
  /** The names of the lists, also of empty ones. */
  readonly names: readonly Entry['list'][];
  /** A kind of entry, as in "To move a column, …". */
  readonly noun: string;
  /** Says where an entry is now, counted from 1. */
  readonly says: (name: string, position: ListPosition<Entry['list']>, of: number) => string;
  readonly onMove: (key: string, to: ListPosition<Entry['list']>) => void;
  readonly className?: string | undefined;
  readonly children: (moveTo: MoveTo<Entry>) => ReactNode;
}

/** Lists whose entries are moved by dragging, with the keyboard, or with buttons. */
export function SortableLists<Entry extends StagedEntry>(props: SortableListsProps<Entry>) {
  const { lists, names, noun, says, onMove, className = '', children } = props;
  const { container, noteMove } = useFocusAfterMove();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const nameOf = (key: unknown) => lists.entries.find((entry) => entry.key === key)?.name ?? '';
  /** An entry is dropped at the position of another one, or at the end of a list. */
  const targetOf = (over: { readonly id: unknown } | null) => {
    const list = names.find((name) => name === over?.id);
    if (list !== undefined) return { list, index: entriesIn(lists, list).length };
    return positionOf(lists, over?.id);
  };
  const spoken = (key: unknown, to: ListPosition<Entry['list']> | undefined) => {
    if (to === undefined) return undefined;
    const entries = entriesIn(lists, to.list);
    const isThere = entries.some((entry) => entry.key === key);
    return says(nameOf(key), { ...to, index: to.index + 1 }, entries.length + (isThere ? 0 : 1));
  };
  const moveTo: MoveTo<Entry> = ({ key }, button, to) => {
    noteMove({ key, button });
    onMove(key, to);
    announce(spoken(key, to) ?? '');
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={({ active, over }) => {
        const to = targetOf(over);
        if (to !== undefined) onMove(String(active.id), to);
      }}
      accessibility={{
        screenReaderInstructions: { draggable: instructions(noun) },
        announcements: {
          onDragStart: ({ active }) => `${nameOf(active.id)} is lifted.`,
          onDragOver: ({ active, over }) => spoken(active.id, targetOf(over)),
          onDragEnd: ({ active, over }) => spoken(active.id, targetOf(over)),
          onDragCancel: ({ active }) => `${nameOf(active.id)} is back where it was.`,
        },
      }}
    >
      <div ref={container} className={`${classes.lists} ${className}`}>
        {children(moveTo)}
      </div>
    </DndContext>
  );
}

const instructions = (noun: string): string =>
  `To move a ${noun}, press space or enter, use the arrow keys, and press space or enter again to drop it. Escape cancels.`;

interface SortableListProps<Entry extends StagedEntry> {
  readonly entries: readonly Entry[];
  readonly labelId?: string;
  readonly className?: string | undefined;
  /** Draws one entry as an item of the list. */
  readonly children: (
    entry: Entry,
    ends: { readonly isFirst: boolean; readonly isLast: boolean },
  ) => ReactNode;
}

export const SortableList = <Entry extends StagedEntry>(props: SortableListProps<Entry>) => {
  const { entries, labelId, className = '', children } = props;
  return (
    <SortableContext items={entries.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
      <ol className={`${classes.list} ${className}`} aria-labelledby={labelId}>
        {entries.map((entry, index) =>
          children(entry, { isFirst: index === 0, isLast: index === entries.length - 1 }),
        )}
      </ol>
    </SortableContext>
  );
};

interface Move {
  readonly key: string;
  readonly button: string;
}

/** After a move by a button, the focus is on the same button of the moved entry again. */
function useFocusAfterMove() {
  const container = useRef<HTMLDivElement>(null);
  const last = useRef<Move>(undefined);
  useEffect(() => {
    if (last.current) returnFocus(container.current, last.current);
    last.current = undefined;
  });
  const noteMove = (move: Move) => {
    last.current = move;
  };
  return { container, noteMove };
}

/** An item that is moved in the document loses the focus. At the end of a list another of its buttons gets it. */
function returnFocus(container: HTMLElement | null, { key, button }: Move): void {
  const items = container?.querySelectorAll('[data-key]') ?? [];
  const item = [...items].find((candidate) => candidate.getAttribute('data-key') === key);
  const same = item?.querySelector<HTMLButtonElement>(`[data-move="${button}"]:not(:disabled)`);
  (same ?? item?.querySelector<HTMLButtonElement>('[data-move]:not(:disabled)'))?.focus();
}
