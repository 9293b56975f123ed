import { isDeepStrictEqual } from 'node:util';
import { PortalError } from '@atrium/contract';
import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Schema, SnapshotKind } from '../database/schema.ts';

/** Whose history: one account's definitions of one kind in one dataset (rule 3.2). */
export interface HistoryKey {
  readonly accountId: number;
  readonly datasetId: number;
  readonly kind: SnapshotKind;
}

/** One stored definition and its neighbours in the undo history, by id. */
export interface Snapshot {
  readonly id: number;
  readonly previousId: number | null;
  readonly nextId: number | null;
  /** As stored: the JSON of the wire; parse it before use. */
  readonly definition: unknown;
}

const kept = 200;

/** In characters of JSON. A request is at most half of it, but edits add up, and every question reads the whole. */
const largest = 2 * 1024 * 1024;

const inHistory = (db: Kysely<Schema>, key: HistoryKey) =>
  db
    .selectFrom('snapshot')
    .where('account_id', '=', key.accountId)
    .where('dataset_id', '=', key.datasetId)
    .where('kind', '=', key.kind);

async function activeId(db: Kysely<Schema>, key: HistoryKey): Promise<number | undefined> {
  const row = await db
    .selectFrom('active_snapshot')
    .select('snapshot_id')
    .where('account_id', '=', key.accountId)
    .where('dataset_id', '=', key.datasetId)
    .where('kind', '=', key.kind)
    .executeTakeFirst();
  return row?.snapshot_id;
}

/** A snapshot of this history by id; an id from elsewhere is simply not found (rule 8.4). */
export async function readSnapshot(
  db: Kysely<Schema>,
  key: HistoryKey,
  id: number,
): Promise<Snapshot | undefined> {
  const row = await inHistory(db, key)
    .where('id', '=', id)
    .select(['id', 'definition'])
    .select((eb) => [
      inHistory(db, key).where('id', '<', id).select(eb.fn.max('id').as('id')).as('previous_id'),
      inHistory(db, key).where('id', '>', id).select(eb.fn.min('id').as('id')).as('next_id'),
    ])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { id: row.id, previousId: row.previous_id, nextId: row.next_id, definition: row.definition };
}

/** The active snapshot, or nothing where the history is empty. */
export async function readActive(db: Kysely<Schema>, key: HistoryKey): Promise<Snapshot | undefined> {
  const id = await activeId(db, key);
  return id === undefined ? undefined : readSnapshot(db, key, id);
}

async function setActive(db: Kysely<Schema>, key: HistoryKey, id: number): Promise<void> {
  await db
    .insertInto('active_snapshot')
    .values({ account_id: key.accountId, dataset_id: key.datasetId, kind: key.kind, snapshot_id: id })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'dataset_id', 'kind']).doUpdateSet({ snapshot_id: id }),
    )
    .execute();
}

/** Undo and redo: moves the pointer and deletes nothing. */
export async function activate(
  db: Kysely<Schema>,
  key: HistoryKey,
  id: number,
): Promise<Snapshot | undefined> {
  const snapshot = await readSnapshot(db, key, id);
  if (snapshot !== undefined) await setActive(db, key, id);
  return snapshot;
}

async function append(db: Kysely<Schema>, key: HistoryKey, definition: unknown): Promise<void> {
  const text = JSON.stringify(definition);
  if (text.length > largest)
    throw new PortalError('too_large', 'This would make the definition larger than the portal keeps: 2 MiB.');
  const active = await activeId(db, key);
  if (active !== undefined) {
    await db
      .deleteFrom('snapshot')
      .where('id', 'in', inHistory(db, key).where('id', '>', active).select('id'))
      .execute();
  }
  const { id } = await db
    .insertInto('snapshot')
    .values({
      account_id: key.accountId,
      dataset_id: key.datasetId,
      kind: key.kind,
      definition: text,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setActive(db, key, id);
  const oldest = inHistory(db, key).orderBy('id', 'desc').offset(kept).select('id');
  await db.deleteFrom('snapshot').where('id', 'in', oldest).execute();
}

/** The database keeps JSON, not the order of its keys. */
const sameJson = (a: unknown, b: unknown): boolean => isDeepStrictEqual(JSON.parse(JSON.stringify(a)), b);

/** What an edit makes of a definition, all as stored. */
export interface Edited<T> {
  /** The new definition, or undefined to leave all as it is. */
  readonly definition: unknown;
  readonly outcome: T;
  /** Where a history begins: the first edit stores it first, so that undo leads back to it. */
  readonly start: unknown;
}

/**
 * One edit of a history, in one transaction that no other edit of the same history can enter: `change` sees the
 * active definition (undefined when there is none). A definition equal to the active one writes nothing (rule
 * 3.3); one that would become too large is refused with too_large and changes nothing.
 */
export async function edit<T>(
  db: Kysely<Schema>,
  key: HistoryKey,
  change: (active: unknown) => Edited<T>,
): Promise<{ readonly outcome: T; readonly snapshot: Snapshot | undefined }> {
  return await db.transaction().execute(async (transaction) => {
    await lock(transaction, key);
    const before = await readActive(transaction, key);
    const { definition, outcome, start } = change(before?.definition);
    if (definition === undefined || sameJson(definition, before?.definition)) {
      return { outcome, snapshot: before };
    }
    if (before === undefined) await append(transaction, key, start);
    await append(transaction, key, definition);
    return { outcome, snapshot: await readActive(transaction, key) };
  });
}

async function lock(transaction: Transaction<Schema>, key: HistoryKey): Promise<void> {
  const name = `${key.accountId}/${key.datasetId}/${key.kind}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}
