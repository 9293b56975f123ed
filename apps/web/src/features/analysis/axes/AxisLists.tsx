import { closestCenter, DndContext } from '@dnd-kit/core';
import { announce } from '../../../ui/announce.ts';
import { useStagedMoves } from '../../../ui/staged/useStagedMoves.ts';
import classes from './AxesDialog.module.css';
import { AxisList } from './AxisList.tsx';
import {
  type AxesDraft,
  type AxisEntry,
  type AxisPlace,
  findEntry,
  type Move,
  otherRole,
  roles,
} from './axesDraft.ts';
import type { AxesEditing } from './useAxesDialog.ts';
import { axesWords, dragWords } from './words.ts';

interface AxisListsProps {
  readonly editing: AxesEditing;
}

/** Both axes; concepts are moved along and across them by dragging, by keyboard, or by the buttons. */
export function AxisLists({ editing }: AxisListsProps) {
  const { draft, dispatch, isApplying } = editing;
  const { container, sensors, moved } = useStagedMoves<HTMLDivElement>();
  const nameOf = (key: unknown) => findEntry(draft, (entry) => entry.key === key)?.entry.name ?? '';
  const told = (key: unknown, { role, index }: AxisPlace) => {
    const isThere = draft[role].some((entry) => entry.key === key);
    return axesWords.position(nameOf(key), role, index + 1, draft[role].length + (isThere ? 0 : 1));
  };
  const move = (entry: AxisEntry, by: Move) => {
    const found = findEntry(draft, ({ key }) => key === entry.key);
    if (found === undefined) return;
    const to = neighbour(draft, found, by);
    moved({ key: entry.key, by });
    dispatch({ kind: 'moved', key: entry.key, to });
    announce(told(entry.key, to));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={({ active, over }) => {
        const to = over && placeOf(draft, over.id);
        if (to) dispatch({ kind: 'moved', key: String(active.id), to });
      }}
      accessibility={{
        screenReaderInstructions: { draggable: dragWords.instructions },
        announcements: {
          onDragStart: ({ active }) => dragWords.lifted(nameOf(active.id)),
          onDragOver: ({ active, over }) => {
            const to = over && placeOf(draft, over.id);
            return to ? told(active.id, to) : undefined;
          },
          onDragEnd: ({ active, over }) => {
            const to = over && placeOf(draft, over.id);
            return to ? told(active.id, to) : undefined;
          },
          onDragCancel: ({ active }) => dragWords.cancelled(nameOf(active.id)),
        },
      }}
    >
      <div ref={container} className={classes.lists}>
        {roles.map((role) => (
          <AxisList
            key={role}
            axis={role}
            entries={draft[role]}
            isLocked={isApplying}
            onMove={move}
            onRemove={({ key }) => dispatch({ kind: 'removed', key })}
            onRestore={({ key }) => dispatch({ kind: 'restored', key })}
          />
        ))}
      </div>
    </DndContext>
  );
}

/** Where a dragged concept would land: in the place of another one, or at the end of a list. */
function placeOf(draft: AxesDraft, over: string | number): AxisPlace | undefined {
  const role = roles.find((candidate) => candidate === over);
  if (role !== undefined) return { role, index: draft[role].length };
  return findEntry(draft, (entry) => entry.key === over);
}

const neighbour = (draft: AxesDraft, { role, index }: AxisPlace, by: Move): AxisPlace => {
  if (by === 'across') return { role: otherRole(role), index: draft[otherRole(role)].length };
  return { role, index: index + (by === 'up' ? -1 : 1) };
};
