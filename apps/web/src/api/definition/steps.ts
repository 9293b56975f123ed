import { z } from 'zod';
import type { Named, Snapshot } from './definition.ts';

/** Where undo and redo lead to. */
export interface Neighbours {
  readonly previous: number | null;
  readonly next: number | null;
}

const neighbours = z.object({ previous: z.int().nullable(), next: z.int().nullable() });
const notes = z.record(z.string(), neighbours);
const most = 400;

type Store = Pick<Storage, 'getItem' | 'setItem'>;

function load(storage: Store, key: string): z.infer<typeof notes> {
  try {
    return notes.parse(JSON.parse(storage.getItem(key) ?? '{}'));
  } catch {
    return {};
  }
}

/**
 * Remembers for as long as the tab lives which snapshots lie inside one batch of several edits, so that undo and redo
 * take the batch as one step although the server keeps every edit.
 */
export function createSteps(storage: Store, key: string) {
  return {
    /** The snapshots of one batch, in their order; undo and redo skip all but the last from now on. */
    remember(made: readonly Snapshot[]): void {
      const previous = made[0]?.previousSnapshotId ?? null;
      const next = made.at(-1)?.snapshotId ?? null;
      const inside = made.flatMap(({ snapshotId }) =>
        snapshotId === null || snapshotId === next ? [] : [[String(snapshotId), { previous, next }] as const],
      );
      if (inside.length === 0) return;
      const kept = [...Object.entries(load(storage, key)), ...inside].slice(-most);
      try {
        storage.setItem(key, JSON.stringify(Object.fromEntries(kept)));
      } catch {
        // Without the note, undo takes the batch edit by edit.
      }
    },
    neighboursOf({ previousSnapshotId, nextSnapshotId }: Snapshot): Neighbours {
      const known = load(storage, key);
      const through = (id: number | null, way: keyof Neighbours): number | null => {
        const beyond = id === null ? undefined : known[id]?.[way];
        if (id === null || beyond === undefined) return id;
        return beyond === null || (way === 'previous') === beyond < id ? through(beyond, way) : id;
      };
      return { previous: through(previousSnapshotId, 'previous'), next: through(nextSnapshotId, 'next') };
    },
  };
}

/** The steps of one kind of definition, in this tab. */
export const stepsOf = ({ name }: Named) => createSteps(window.sessionStorage, `atrium-steps-${name}`);
