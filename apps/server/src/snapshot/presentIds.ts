import type { Snapshot } from './history.ts';

/** The place of a definition in its undo history, as replies spell it (rule 3.4). */
export interface SnapshotIds {
  readonly snapshotId: number | null;
  readonly previousSnapshotId: number | null;
  readonly nextSnapshotId: number | null;
}

export const noSnapshot: SnapshotIds = { snapshotId: null, previousSnapshotId: null, nextSnapshotId: null };

export const snapshotIds = (snapshot: Snapshot | undefined): SnapshotIds =>
  snapshot === undefined
    ? noSnapshot
    : {
        snapshotId: snapshot.id,
        previousSnapshotId: snapshot.previousId,
        nextSnapshotId: snapshot.nextId,
      };
