import { AsyncResource } from 'node:async_hooks';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { ActiveSnapshots, AsOf, Owner, Position } from './asOf.ts';
import { type Schema, type SnapshotKind, snapshotKinds } from './schema.ts';

/** Gives the current epoch. It must be called before anything is answered from memory (rule 8.6). */
export interface Epochs {
  /** As of a time that is not before this call. */
  read(owner: Owner | null): Promise<AsOf>;
}

const known = new WeakMap<Kysely<Schema>, Epochs>();
const written = new WeakMap<Kysely<Schema>, () => number>();

/**
 * Registers this process as the only writer of a database. `writes` counts its writing statements, and counts each
 * before it begins. Call this before `epochsOf`.
 */
export function countWrites(db: Kysely<Schema>, writes: () => number): void {
  written.set(db, writes);
}

/** The epochs of a database; all callers share one object. */
export function epochsOf(db: Kysely<Schema>): Epochs {
  const epochs = known.get(db) ?? createEpochs(db, written.get(db));
  known.set(db, epochs);
  return epochs;
}

let made = 0;

function createEpochs(db: Kysely<Schema>, writes: (() => number) | undefined): Epochs {
  made += 1;
  const prefix = String(made);
  const withoutOwner = inGroups(() => loadEpoch(db, prefix));
  const ofOwners = inGroups((owners) => load(db, { owners, prefix }));
  // Two queues, so that requests without definitions do not wait for those with definitions, whose table may be locked.
  const ask: Ask = (owner) => (owner === null ? withoutOwner(owner) : ofOwners(owner));
  return { read: writes === undefined ? ask : untilWritten(ask, writes) };
}

type Ask = (owner: Owner | null) => Promise<AsOf>;

const keyOf = ({ accountId, datasetId }: Owner): string => `${accountId}/${datasetId}`;

/** Remembers what was read until something is written. */
function untilWritten(ask: Ask, writes: () => number): Ask {
  let at = -1;
  let epoch: string | null = null;
  const active = new Map<string, ActiveSnapshots>();
  return async (owner) => {
    const before = writes();
    if (at === before && epoch !== null) {
      const held = owner === null ? null : active.get(keyOf(owner));
      if (held !== undefined) return { epoch, active: held };
    }
    const found = await ask(owner);
    if (writes() !== before) return found;
    if (at !== before) active.clear();
    at = before;
    epoch = found.epoch;
    if (found.active !== null) active.set(keyOf(found.active), found.active);
    return found;
  };
}

/** What several requests wait for belongs to none of them. */
const ofNoRequest = new AsyncResource('AtriumEpochs');

interface Waiting {
  readonly owner: Owner | null;
  readonly resolve: (found: AsOf) => void;
  readonly reject: (error: unknown) => void;
}

interface Loaded {
  readonly epoch: string;
  readonly active: ReadonlyMap<string, ActiveSnapshots>;
}

/**
 * Answers all waiting requests with one statement. It begins after the last of them came, so it sees what was true
 * then. Requests that arrive meanwhile wait for the next one. It is work of the portal: in the name of who came first
 * it could wait for those who wait for it. If it fails, they are refused too: the database does not answer.
 */
function inGroups(find: (owners: readonly Owner[]) => Promise<Loaded>): Ask {
  let waiting: Waiting[] = [];
  let isAsking = false;
  const askOn = async (): Promise<void> => {
    isAsking = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      try {
        const owners = group.flatMap(({ owner }) => owner ?? []);
        const { epoch, active } = await ofNoRequest.runInAsyncScope(() => find(owners));
        for (const { owner, resolve } of group)
          resolve({ epoch, active: owner === null ? null : (active.get(keyOf(owner)) ?? null) });
      } catch (error) {
        for (const { reject } of [...group, ...waiting.splice(0)]) reject(error);
      }
    }
    isAsking = false;
  };
  return async (owner) => {
    return new Promise((resolve, reject) => {
      waiting.push({ owner, resolve, reject });
      if (!isAsking) void askOn();
    });
  };
}

const epochRow = z.tuple([z.object({ epoch: z.string() })]);

async function loadEpoch(db: Kysely<Schema>, prefix: string): Promise<Loaded> {
  const { rows } = await sql`/* prepared epoch_alone */ select name as epoch from epoch`.execute(db);
  const [{ epoch }] = epochRow.parse(rows);
  return { epoch: `${prefix}/${epoch}`, active: new Map() };
}

const row = z.object({
  epoch: z.string(),
  account_id: z.number().nullable(),
  dataset_id: z.number().nullable(),
  kind: z.enum(snapshotKinds).nullable(),
  id: z.number().nullable(),
  previous_id: z.number().nullable(),
  next_id: z.number().nullable(),
});

async function load(
  db: Kysely<Schema>,
  { owners, prefix }: { readonly owners: readonly Owner[]; readonly prefix: string },
): Promise<Loaded> {
  const { rows } = await sql`/* prepared epoch */
    select epoch.name as epoch, owner.account_id, owner.dataset_id, held.kind, held.snapshot_id as id,
      (select max(id) from snapshot where account_id = held.account_id and dataset_id = held.dataset_id
        and kind = held.kind and id < held.snapshot_id) as previous_id,
      (select min(id) from snapshot where account_id = held.account_id and dataset_id = held.dataset_id
        and kind = held.kind and id > held.snapshot_id) as next_id
    from epoch
    left join unnest(${owners.map(({ accountId }) => accountId)}::integer[],
      ${owners.map(({ datasetId }) => datasetId)}::integer[]) as owner(account_id, dataset_id) on true
    left join active_snapshot as held
      on held.account_id = owner.account_id and held.dataset_id = owner.dataset_id`.execute(db);
  const active = new Map(
    owners.map((owner) => [keyOf(owner), { ...owner, positions: new Map<SnapshotKind, Position>() }]),
  );
  const [first, ...more] = z.tuple([row], row).parse(rows);
  for (const { account_id, dataset_id, kind, id, previous_id, next_id } of [first, ...more]) {
    if (account_id === null || dataset_id === null || kind === null || id === null) continue;
    const owner = keyOf({ accountId: account_id, datasetId: dataset_id });
    active.get(owner)?.positions.set(kind, { id, previous_id, next_id });
  }
  return { epoch: `${prefix}/${first.epoch}`, active };
}
