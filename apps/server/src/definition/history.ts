import { isDeepStrictEqual } from 'node:util';
import { PortalError } from '@atrium/contract';
import type { Outcome } from '@atrium/engine';
import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Schema, SnapshotKind } from '../database/schema.ts';

/** Whose history: one account's definitions of one kind in one dataset (rule 3.2). */
export interface History<Definition> {
  readonly accountId: number;
  readonly datasetId: number;
  readonly kind: SnapshotKind;
  /** Between the stored JSON, which is that of the wire, and the definition. */
  readonly codec: z.ZodType<Definition>;
}

type HistoryKey = Omit<History<unknown>, 'codec'>;

/** Which snapshot a definition is, with its neighbours in the undo history, as replies spell them (rule 3.4). */
export interface SnapshotIds {
  readonly snapshotId: number | null;
  readonly previousSnapshotId: number | null;
  readonly nextSnapshotId: number | null;
}

/** The ids of a definition that is not stored: that of a member who has not edited it. */
export const noSnapshot: SnapshotIds = { snapshotId: null, previousSnapshotId: null, nextSnapshotId: null };

/** A definition with its position in the undo history. */
export interface Held<Definition> {
  readonly definition: Definition;
  readonly snapshot: SnapshotIds;
}

/** How many snapshots a history keeps. */
const kept = 200;

/** In characters of JSON. A request is at most half of it, but edits add up, and every question reads the whole. */
const largest = 2 * 1024 * 1024;

const inHistory = (db: Kysely<Schema>, key: HistoryKey) =>
  db
    .selectFrom('snapshot')
    .where('account_id', '=', key.accountId)
    .where('dataset_id', '=', key.datasetId)
    .where('kind', '=', key.kind);

interface SnapshotRow {
  readonly id: number;
  readonly previous_id: number | null;
  readonly next_id: number | null;
  /** As stored: the JSON of the wire. */
  readonly definition: unknown;
}

const loadRow = (db: Kysely<Schema>, key: HistoryKey, id: number): Promise<SnapshotRow | undefined> =>
  inHistory(db, key)
    .where('id', '=', id)
    .select(['id', 'definition'])
    .select((eb) => [
      inHistory(db, key).where('id', '<', id).select(eb.fn.max('id').as('id')).as('previous_id'),
      inHistory(db, key).where('id', '>', id).select(eb.fn.min('id').as('id')).as('next_id'),
    ])
    .executeTakeFirst();

async function loadActiveRow(db: Kysely<Schema>, key: HistoryKey): Promise<SnapshotRow | undefined> {
  const active = await db
    .selectFrom('active_snapshot')
    .select('snapshot_id')
    .where('account_id', '=', key.accountId)
    .where('dataset_id', '=', key.datasetId)
    .where('kind', '=', key.kind)
    .executeTakeFirst();
  return active === undefined ? undefined : loadRow(db, key, active.snapshot_id);
}

const decoded = <Definition>({ codec }: History<Definition>, row: SnapshotRow): Held<Definition> => ({
  definition: codec.parse(row.definition),
  snapshot: { snapshotId: row.id, previousSnapshotId: row.previous_id, nextSnapshotId: row.next_id },
});

/** Loads the active definition; undefined where the history is empty. */
export async function loadActive<Definition>(
  db: Kysely<Schema>,
  history: History<Definition>,
): Promise<Held<Definition> | undefined> {
  const row = await loadActiveRow(db, history);
  return row === undefined ? undefined : decoded(history, row);
}

/** Loads a snapshot of this history by id; refuses an id from elsewhere with not_found (rule 8.4). */
export async function loadSnapshot<Definition>(
  db: Kysely<Schema>,
  history: History<Definition>,
  id: number,
): Promise<Held<Definition>> {
  const row = await loadRow(db, history, id);
  if (row === undefined) throw new PortalError('not_found', 'There is no such snapshot.');
  return decoded(history, row);
}

/** Undo and redo: makes a snapshot the active one and deletes nothing; refuses like `loadSnapshot`. */
export async function activate<Definition>(
  db: Kysely<Schema>,
  history: History<Definition>,
  id: number,
): Promise<Held<Definition>> {
  const held = await loadSnapshot(db, history, id);
  await setActive(db, history, id);
  return held;
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

/** What an edit does to a history. */
export interface Change<Definition> {
  /** The definition of an empty history: the first edit stores it first, so that undo leads back to it. */
  readonly start: () => Definition;
  readonly apply: (before: Definition) => Outcome<Definition>;
}

/** How an edit ended, and the definition that is active after it. */
export interface Edited<Definition> {
  readonly outcome: Outcome<Definition>;
  readonly held: Held<Definition>;
}

/**
 * One edit of a history, in one transaction that no other edit of the same history can enter. A definition equal to
 * the active one writes nothing (rule 3.3); one that would become too large is refused with too_large and changes
 * nothing. The new definition is returned as `apply` made it: it is encoded once and not parsed back.
 */
export async function edit<Definition>(
  db: Kysely<Schema>,
  history: History<Definition>,
  { start, apply }: Change<Definition>,
): Promise<Edited<Definition>> {
  return await db.transaction().execute(async (transaction) => {
    await lock(transaction, history);
    const row = await loadActiveRow(transaction, history);
    const before: Held<Definition> =
      row === undefined ? { definition: start(), snapshot: noSnapshot } : decoded(history, row);
    const outcome = apply(before.definition);
    if (outcome.kind !== 'changed') return { outcome, held: before };
    const text = encoded(history, outcome.definition);
    if (row !== undefined && isDeepStrictEqual(JSON.parse(text), row.definition))
      return { outcome, held: before };
    const previousSnapshotId =
      row?.id ??
      (await append(transaction, history, { text: encoded(history, before.definition), after: null }));
    const snapshotId = await append(transaction, history, { text, after: previousSnapshotId });
    const snapshot = { snapshotId, previousSnapshotId, nextSnapshotId: null };
    return { outcome, held: { definition: outcome.definition, snapshot } };
  });
}

function encoded<Definition>({ codec }: History<Definition>, definition: Definition): string {
  const text = JSON.stringify(z.encode(codec, definition));
  if (text.length > largest)
    throw new PortalError('too_large', 'This would make the definition larger than the portal keeps: 2 MiB.');
  return text;
}

/** Stores a definition after another one and makes it active; what could be redone until now is deleted. */
async function append(
  db: Kysely<Schema>,
  key: HistoryKey,
  { text, after }: { readonly text: string; readonly after: number | null },
): Promise<number> {
  if (after !== null) {
    await db
      .deleteFrom('snapshot')
      .where('id', 'in', inHistory(db, key).where('id', '>', after).select('id'))
      .execute();
  }
  const { id } = await db
    .insertInto('snapshot')
    .values({ account_id: key.accountId, dataset_id: key.datasetId, kind: key.kind, definition: text })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setActive(db, key, id);
  const oldest = inHistory(db, key).orderBy('id', 'desc').offset(kept).select('id');
  await db.deleteFrom('snapshot').where('id', 'in', oldest).execute();
  return id;
}

async function lock(transaction: Transaction<Schema>, key: HistoryKey): Promise<void> {
  const name = `${key.accountId}/${key.datasetId}/${key.kind}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}
