import type { CriteriaSetView } from '@atrium/contract';
import { DndContext, DragOverlay, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { type ReactNode, useMemo, useState } from 'react';
import { SafeHtml } from '../../../ui/SafeHtml.tsx';
import { placeFinder } from './collisions.ts';
import classes from './Move.module.css';
import { MoveContext } from './moveContext.ts';
import { type Place, placeKey, placesFor, slotsOf } from './place.ts';
import { planMove } from './planMove.ts';
import { moveWords, placeWords } from './words.ts';

interface MoveAreaProps {
  readonly sets: readonly CriteriaSetView[];
  /** A place on which a filter has landed, while the server is asked. */
  readonly landing: Place | undefined;
  readonly onMove: (filterId: string, place: Place) => void;
  readonly children: ReactNode;
}

/** The area in which filters are dragged, by pointer or by keys, with every step spoken. */
export function MoveArea({ sets, landing, onMove, children }: MoveAreaProps) {
  const [dragged, setDragged] = useState<string>();
  const finder = useMemo(placeFinder, []);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: finder.step, keyboardCodes }),
  );
  const places = useMemo(() => allowedPlaces(sets, dragged), [sets, dragged]);
  const moving = useMemo(
    () => ({
      dragged,
      allowed: new Set(places.keys()),
      landing: landing && placeKey(landing),
    }),
    [dragged, places, landing],
  );
  const nameOf = (id: unknown) => filterOf(sets, id)?.conceptName ?? '';
  const where = (id: unknown) => {
    const place = places.get(String(id));
    return place === undefined ? undefined : placeWords(place, sets);
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
        const place = over === null ? undefined : places.get(String(over.id));
        setDragged(undefined);
        if (place !== undefined) onMove(String(active.id), place);
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

/** Enter stays what it is for every button; the space bar lifts. */
const keyboardCodes = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] };

const filterOf = (sets: readonly CriteriaSetView[], id: unknown) =>
  sets
    .flatMap(({ entries }) => entries.flatMap((entry) => ('kind' in entry ? entry.entries : [entry])))
    .find(({ entryId }) => entryId === id);

/** Where the dragged filter may go; places that would change nothing are none. */
function allowedPlaces(
  sets: readonly CriteriaSetView[],
  dragged: string | undefined,
): ReadonlyMap<string, Place> {
  if (dragged === undefined || !sets.some((set) => holds(set, dragged))) return new Map();
  return new Map(
    placesFor(sets, dragged)
      .filter((place) => planMove(sets, dragged, place).length > 0)
      .map((place) => [placeKey(place), place]),
  );
}

const holds = (set: CriteriaSetView, filterId: string): boolean =>
  slotsOf(set).some(({ filterIds }) => filterIds.includes(filterId));
