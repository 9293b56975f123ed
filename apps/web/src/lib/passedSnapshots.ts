import { z } from 'zod';

/** Where one stored version of a definition stands in its history; null where there is nothing further. */
export interface HistoryPlace {
  readonly snapshotId: number | null;
  readonly previousSnapshotId: number | null;
  readonly nextSnapshotId: number | null;
}

/** Where undo and redo lead to. */
export interface Neighbours {
  readonly previous: number | null;
  readonly next: number | null;
}

const around = z.object({ previous: z.int().nullable(), next: z.int().nullable() });
const passed = z.record(z.string(), around);
const most = 400;

type Store = Pick<Storage, 'getItem' | 'setItem'>;

function read(storage: Store, key: string): z.infer<typeof passed> {
  try {
    return passed.parse(JSON.parse(storage.getItem(key) ?? '{}'));
  } catch {
    return {};
  }
}

/**
 * Remembers for as long as the tab lives which snapshots lie inside one gesture of several edits, so that undo and redo
 * take the gesture as one step although the server keeps every edit.
 */
export function createPassedSnapshots(storage: Store, key: string) {
  return {
    /** The snapshots of one gesture, in their order; all but the last are stepped over from now on. */
    remember(made: readonly HistoryPlace[]): void {
      const previous = made[0]?.previousSnapshotId ?? null;
      const next = made.at(-1)?.snapshotId ?? null;
      const between = made.flatMap(({ snapshotId }) =>
        snapshotId === null || snapshotId === next ? [] : [[String(snapshotId), { previous, next }] as const],
      );
      if (between.length === 0) return;
      const kept = [...Object.entries(read(storage, key)), ...between].slice(-most);
      try {
        storage.setItem(key, JSON.stringify(Object.fromEntries(kept)));
      } catch {
        // Without the note, undo takes the gesture edit by edit.
      }
    },
    neighboursOf({ previousSnapshotId, nextSnapshotId }: HistoryPlace): Neighbours {
      const known = read(storage, key);
      const through = (id: number | null, way: keyof Neighbours): number | null => {
        const beyond = id === null ? undefined : known[id]?.[way];
        if (id === null || beyond === undefined) return id;
        return beyond === null || (way === 'previous') === beyond < id ? through(beyond, way) : id;
      };
      return { previous: through(previousSnapshotId, 'previous'), next: through(nextSnapshotId, 'next') };
    },
  };
}
