import { type RawBuilder, sql } from 'kysely';
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

/** The state at the last request for it, with the snapshots of one owner. */
export interface LastKnown extends AsOf {
  readonly active: ActiveSnapshots;
}

/** The values that an append compares with the state database, so that it appends only where nothing has changed. */
export interface Assumed {
  readonly epoch: string;
  /** The active snapshots, compared without their neighbours, since a later snapshot may have been undone. */
  readonly snapshots: string;
}

export const toAssumed = ({ epoch, active }: LastKnown): Assumed => ({
  epoch: epoch.slice(epoch.indexOf('/') + 1),
  snapshots: [...active.positions]
    .map(([kind, { id }]) => `${kind} ${id}`)
    .sort()
    .join(),
});

interface AssumedSql {
  readonly assumed: { readonly [Part in keyof Assumed]: RawBuilder<unknown> };
  readonly owner: { readonly [Part in keyof Owner]: RawBuilder<unknown> };
}

/** Whether it is still the epoch, and an owner has the same active snapshots. */
export const stillHolds = ({ assumed, owner }: AssumedSql): RawBuilder<boolean> => sql<boolean>`(
  exists (select from epoch where name = ${assumed.epoch}::uuid)
  and ${assumed.snapshots}::text = coalesce(
    (select string_agg(kind || ' ' || snapshot_id, ',' order by kind collate "C") from active_snapshot as held
      where held.account_id = ${owner.accountId}::integer and held.dataset_id = ${owner.datasetId}::integer), '')
)`;
