import { KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import { useEffect, useRef } from 'react';

interface Moved {
  readonly key: string;
  readonly by: string;
}

/** How the items of a staged list are dragged; and after a move by a button (`moved`), the focus is on that button again. */
export function useStagedMoves<Container extends HTMLElement>() {
  const container = useRef<Container>(null);
  const last = useRef<Moved>(undefined);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  useEffect(() => {
    if (last.current) returnFocus(container.current, last.current);
    last.current = undefined;
  });
  const moved = (move: Moved) => {
    last.current = move;
  };
  return { container, sensors, moved };
}

/** A row that is moved in the document loses the focus: it goes back to the button, or to its twin at an end. */
function returnFocus(container: HTMLElement | null, { key, by }: Moved): void {
  const rows = container?.querySelectorAll('[data-key]') ?? [];
  const row = [...rows].find((item) => item.getAttribute('data-key') === key);
  const button = row?.querySelector<HTMLButtonElement>(`[data-move="${by}"]:not(:disabled)`);
  (button ?? row?.querySelector<HTMLButtonElement>('[data-move]:not(:disabled)'))?.focus();
}
