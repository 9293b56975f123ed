import type { CohortView } from '@atrium/contract';
import type { QueryClient } from '@tanstack/react-query';

interface Neighbours {
  readonly previous: number | null;
  readonly next: number | null;
}

const known = new WeakMap<QueryClient, Map<number, Neighbours>>();

/**
 * Some gestures need two edits, for which the server keeps two snapshots. The one between is remembered here, so
 * that undo and redo take the gesture as one step; after a reload they are two.
 */
export function rememberPassing(client: QueryClient, id: number, neighbours: Neighbours): void {
  const passed = known.get(client) ?? new Map<number, Neighbours>();
  passed.set(id, neighbours);
  known.set(client, passed);
}

/** Where undo and redo lead to from this state of the cohort. */
export function neighboursOf(client: QueryClient, view: CohortView): Neighbours {
  const passed = known.get(client);
  const through = (id: number | null, way: keyof Neighbours): number | null => {
    const between = id === null ? undefined : passed?.get(id);
    return between === undefined ? id : through(between[way], way);
  };
  return {
    previous: through(view.previousSnapshotId, 'previous'),
    next: through(view.nextSnapshotId, 'next'),
  };
}
