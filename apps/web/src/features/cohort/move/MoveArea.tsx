import type { CriteriaSetView } from '@atrium/contract/wire/cohortView';
import { DndContext, DragOverlay, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { type ReactNode, useMemo, useState } from 'react';
import { SafeHtml } from '../../../ui/SafeHtml.tsx';
import { positionFinder } from './collisions.ts';
import classes from './Move.module.css';
import { MoveContext } from './moveContext.ts';
import { moveWords, positionWords } from './moveWords.ts';
import { planMove } from './planMove.ts';
import { type Position, positionKey, positionsFor, slotsOf } from './position.ts';

interface MoveAreaProps {
  readonly sets: readonly CriteriaSetView[];
  /** A position on which a filter has landed, while the server is asked. */
  readonly landing: Position | undefined;
  readonly onMove: (filterId: string, position: Position) => void;
  readonly children: ReactNode;
}

/** The area in which filters are dragged, by pointer or by keys, with every step spoken. */
export function MoveArea({ sets, landing, onMove, children }: MoveAreaProps) {
  const [dragged, setDragged] = useState<string>();
  const finder = useMemo(positionFinder, []);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: finder.step, keyboardCodes }),
  );
  const positions = useMemo(() => allowedPositions(sets, dragged), [sets, dragged]);
  const moving = useMemo(
    () => ({
      dragged,
      allowed: new Set(positions.keys()),
      landing: landing && positionKey(landing),
    }),
    [dragged, positions, landing],
  );
  const nameOf = (id: unknown) => filterOf(sets, id)?.conceptName ?? '';
  const where = (id: unknown) => {
    const position = positions.get(String(id));
    return position === undefined ? undefined : positionWords(position, sets);
  };
  const lifted = dragged === undefined ? undefined : filterOf(sets, dragged);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={finder.detect}
      onDragStart={({ active }) => {
        finder.reset();
        setDragged(String(active.id));
      }}
      onDragCancel={() => setDragged(undefined)}
      onDragEnd={({ active, over }) => {
        const position = over === null ? undefined : positions.get(String(over.id));
        setDragged(undefined);
        if (position !== undefined) onMove(String(active.id), position);
      }}
      accessibility={{
        screenReaderInstructions: { draggable: moveWords.instructions },
        announcements: {
          onDragStart: ({ active }) => moveWords.lifted(nameOf(active.id)),
          onDragOver: ({ over }) => (over === null ? undefined : where(over.id)),
          onDragEnd: ({ active, over }) =>
            over === null
              ? moveWords.cancelled(nameOf(active.id))
              : moveWords.dropped(nameOf(active.id), where(over.id) ?? ''),
          onDragCancel: ({ active }) => moveWords.cancelled(nameOf(active.id)),
        },
      }}
    >
      <MoveContext value={moving}>{children}</MoveContext>
      <DragOverlay dropAnimation={null}>
        {lifted === undefined ? null : (
          <div className={classes.overlay}>
            <SafeHtml html={lifted.abbreviatedLabel} />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
}

/** The Enter key presses the button as usual; the space bar lifts the filter. */
const keyboardCodes = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] };

const filterOf = (sets: readonly CriteriaSetView[], id: unknown) =>
  sets
    .flatMap(({ entries }) => entries.flatMap((entry) => ('kind' in entry ? entry.entries : [entry])))
    .find(({ entryId }) => entryId === id);

/** Where the dragged filter may go; positions that would change nothing are none. */
function allowedPositions(
  sets: readonly CriteriaSetView[],
  dragged: string | undefined,
): ReadonlyMap<string, Position> {
  if (dragged === undefined || !sets.some((set) => holds(set, dragged))) return new Map();
  return new Map(
    positionsFor(sets, dragged)
      .filter((position) => planMove(sets, dragged, position).length > 0)
      .map((position) => [positionKey(position), position]),
  );
}

const holds = (set: CriteriaSetView, filterId: string): boolean =>
  slotsOf(set).some(({ filterIds }) => filterIds.includes(filterId));
