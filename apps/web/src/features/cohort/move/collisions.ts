import {
  type CollisionDetection,
  closestCenter,
  type KeyboardCoordinateGetter,
  pointerWithin,
} from '@dnd-kit/core';

interface Box {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

const centre = ({ top, left, width, height }: Box) => ({ x: left + width / 2, y: top + height / 2 });

/** Under a pointer only the position below it counts; keys go from position to position, and nowhere before the first arrow. */
export function positionFinder() {
  let hasStepped = false;
  const detect: CollisionDetection = (given) => {
    if (given.pointerCoordinates !== null) return pointerWithin(given);
    return hasStepped ? closestCenter(given) : [];
  };
  const step: KeyboardCoordinateGetter = (event, { currentCoordinates, context }) => {
    const way = event.code === 'ArrowDown' ? 1 : event.code === 'ArrowUp' ? -1 : 0;
    const { collisionRect, over, droppableRects, droppableContainers } = context;
    if (way === 0 || collisionRect === null) return undefined;
    event.preventDefault();
    const at = centre(collisionRect);
    const held = hasStepped ? (over?.rect ?? null) : null;
    const from = held === null ? at.y : centre(held).y;
    const next = droppableContainers
      .getEnabled()
      .flatMap(({ id }) => droppableRects.get(id) ?? [])
      .map(centre)
      .filter(({ y }) => (y - from) * way > 0.5)
      .sort((one, other) => (one.y - other.y) * way)[0];
    if (next === undefined) return undefined;
    hasStepped = true;
    return { x: currentCoordinates.x + next.x - at.x, y: currentCoordinates.y + next.y - at.y };
  };
  const reset = (): void => {
    hasStepped = false;
  };
  return { detect, step, reset };
}
