import type { SnapshotKind } from './schema.ts';

/** The definitions of an account in a dataset. */
export interface Owner {
  readonly accountId: number;
  readonly datasetId: number;
}

/** An active snapshot, with its neighbours in the undo history. */
export interface Position {
  readonly id: number;
  readonly previous_id: number | null;
  readonly next_id: number | null;
}

/** The active snapshots of an owner; a kind without one has an empty history. */
export interface ActiveSnapshots extends Owner {
  readonly positions: ReadonlyMap<SnapshotKind, Position>;
}

/** The state of the database at some moment after a request for it. */
export interface AsOf {
  /** As long as the epoch stays the same, nobody's rights change, except those that end by the clock. */
  readonly epoch: string;
  /** Of the owner that was asked about; null where none was. */
  readonly active: ActiveSnapshots | null;
}
