import { createContext, useContext } from 'react';

/**
 * The state of a move for the parts of the panel: the dragged filter, where it may go, and where it was just dropped.
 */
export interface Moving {
  /** The filter under the pointer or between key presses. */
  readonly dragged: string | undefined;
  /** The keys of the positions that would change something. */
  readonly allowed: ReadonlySet<string>;
  /** The position that a filter was dropped on, until the server has answered. */
  readonly landing: string | undefined;
}

export const MoveContext = createContext<Moving>({
  dragged: undefined,
  allowed: new Set(),
  landing: undefined,
});

export const useMoving = (): Moving => useContext(MoveContext);
