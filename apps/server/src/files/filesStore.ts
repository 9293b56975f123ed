import type { DownloadRecord, DownloadWay } from '@atrium/contract/wire/files';
import { partsOfType } from '@atrium/engine';
import { type Kysely, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { Member } from '../access/index.ts';
import type { Schema } from '../database/index.ts';
import { presentType } from './present.ts';

type Owner = Pick<Member, 'datasetId'> & { readonly account: Pick<Member['account'], 'id'> };

/** An entry of a queue: a file type, or with a file id a single file of that type. */
export interface QueueEntry {
  readonly typeKey: string;
  /** Null for the whole type. */
  readonly fileId: string | null;
  /** Whether the queue is of the mothers and fathers of the cohort, too; the same in all of its entries (rule 2.27). */
  readonly alsoParents?: boolean | undefined;
}

/** The queue of a member, in the order in which it was filled. */
export async function loadQueue(db: Kysely<Schema>, owner: Owner): Promise<readonly QueueEntry[]> {
  const rows = await db
    .selectFrom('queue_entry')
    .select(['type_key', 'file_id', 'also_parents'])
    .where('account_id', '=', owner.account.id)
    .where('dataset_id', '=', owner.datasetId)
    .orderBy('id')
    .execute();
  return rows.map(({ type_key, file_id, also_parents }) => ({
    typeKey: type_key,
    fileId: file_id === '' ? null : file_id,
    ...(also_parents && { alsoParents: true }),
  }));
}

/** Says of a queue whether it is of mothers and fathers, too. An empty queue says nothing. */
export async function setAlsoParents(db: Kysely<Schema>, owner: Owner, alsoParents: boolean): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockQueue(transaction, owner);
    await transaction
      .updateTable('queue_entry')
      .set({ also_parents: alsoParents })
      .where('account_id', '=', owner.account.id)
      .where('dataset_id', '=', owner.datasetId)
      .execute();
  });
}

/** Changes of one queue run one after the other, so that no file gets into two entries of it. */
async function lockQueue(transaction: Transaction<Schema>, { account, datasetId }: Owner): Promise<void> {
  await sql`select pg_advisory_xact_lock(${account.id}::integer, ${datasetId}::integer)`.execute(transaction);
}

/** As many parameters as a statement takes, in whole rows. */
const rowsAtOnce = 5_000;

/**
 * Adds entries; those that exist already stay. A whole type takes the place of its single files, and a single file of a
 * type that is queued as a whole is not added (rule 13.9). `refuse` judges how many single files there would be.
 */
export async function addEntries(
  db: Kysely<Schema>,
  owner: Owner,
  { entries, refuse }: { readonly entries: readonly QueueEntry[]; readonly refuse: (files: number) => void },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockQueue(transaction, owner);
    const held = await loadQueue(transaction, owner);
    const alsoParents = held.some((entry) => entry.alsoParents);
    const added = entries.filter(({ fileId }) => fileId === null).map(({ typeKey }) => typeKey);
    const whole = new Set([
      ...held.filter(({ fileId }) => fileId === null).map(({ typeKey }) => typeKey),
      ...added,
    ]);
    const singles = new Map(
      [...held, ...entries]
        .filter(({ typeKey, fileId }) => fileId !== null && !whole.has(typeKey))
        .map((entry) => [entry.fileId, entry]),
    );
    refuse(singles.size);
    const known = new Set(held.flatMap(({ fileId }) => fileId ?? []));
    const rows = [
      ...added.map((typeKey) => ({ typeKey, fileId: null })),
      ...[...singles.values()].filter(({ fileId }) => fileId !== null && !known.has(fileId)),
    ];
    if (added.length > 0)
      await ofOwner(transaction, owner)
        .where('file_id', '<>', '')
        .where(sql<boolean>`type_key = any(${added}::text[])`)
        .execute();
    for (let from = 0; from < rows.length; from += rowsAtOnce)
      await transaction
        .insertInto('queue_entry')
        .values(rows.slice(from, from + rowsAtOnce).map((entry) => toRow(owner, { ...entry, alsoParents })))
        .onConflict((conflict) => conflict.constraint('queue_entry_once').doNothing())
        .execute();
  });
}

const toRow = ({ account, datasetId }: Owner, { typeKey, fileId, alsoParents = false }: QueueEntry) => ({
  account_id: account.id,
  dataset_id: datasetId,
  type_key: typeKey,
  file_id: fileId ?? '',
  also_parents: alsoParents,
});

const ofOwner = (db: Kysely<Schema>, { account, datasetId }: Owner) =>
  db.deleteFrom('queue_entry').where('account_id', '=', account.id).where('dataset_id', '=', datasetId);

/** Removes the entries of these types, both whole types and single files. */
export async function removeTypes(
  db: Kysely<Schema>,
  owner: Owner,
  isMeant: (typeKey: string) => boolean,
): Promise<void> {
  const keys = (await loadQueue(db, owner)).map(({ typeKey }) => typeKey).filter(isMeant);
  await ofOwner(db, owner).where(sql<boolean>`type_key = any(${keys}::text[])`).execute();
}

export async function removeFiles(
  db: Kysely<Schema>,
  owner: Owner,
  fileIds: readonly string[],
): Promise<void> {
  await ofOwner(db, owner)
    .where('file_id', '<>', '')
    .where(sql<boolean>`file_id = any(${fileIds}::text[])`)
    .execute();
}

export async function clearQueue(db: Kysely<Schema>, owner: Owner): Promise<void> {
  await ofOwner(db, owner).execute();
}

export interface NewDownload {
  readonly way: DownloadWay;
  readonly release: string;
  readonly cohortSnapshotId: number | null;
  readonly files: number;
  readonly bytes: number;
  readonly entries: readonly QueueEntry[];
  readonly now: Date;
}

/** Stores a record of a download; returns its number. */
export async function insertDownload(
  db: Kysely<Schema>,
  { account, datasetId }: Owner,
  { way, release, cohortSnapshotId, files, bytes, entries, now }: NewDownload,
): Promise<number> {
  const { id } = await db
    .insertInto('download')
    .values({
      account_id: account.id,
      dataset_id: datasetId,
      started_at: now,
      way,
      release,
      cohort_snapshot_id: cohortSnapshotId,
      files,
      bytes,
      entries: JSON.stringify(entries),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const storedEntries = z.array(
  z.object({ typeKey: z.string(), fileId: z.string().nullable(), alsoParents: z.boolean().optional() }),
);

interface DownloadPage {
  readonly downloads: readonly DownloadRecord[];
  readonly count: number;
}

/** The downloads of a member, newest first. */
export async function listDownloads(
  db: Kysely<Schema>,
  { account, datasetId }: Owner,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<DownloadPage> {
  const own = db
    .selectFrom('download')
    .where('account_id', '=', account.id)
    .where('dataset_id', '=', datasetId);
  const rows = await own.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();
  const { count } = await own.select(sql<string>`count(*)`.as('count')).executeTakeFirstOrThrow();
  return {
    count: Number(count),
    downloads: rows.map((row) => {
      const entries = storedEntries.parse(row.entries);
      const types = entries
        .filter(({ fileId }) => fileId === null)
        .map(({ typeKey }) => partsOfType(typeKey));
      return {
        id: row.id,
        startedAt: row.started_at.toISOString(),
        way: row.way,
        release: row.release,
        cohortSnapshotId: row.cohort_snapshot_id,
        files: Number(row.files),
        totalSize: Number(row.bytes),
        types: types.map(presentType),
        singleFiles: entries.length - types.length,
        ...(entries.some(({ alsoParents }) => alsoParents) && { alsoParents: true }),
      };
    }),
  };
}

/** The content of the queue of a download of the member; null for any other number. */
export async function loadDownloadEntries(
  db: Kysely<Schema>,
  { account, datasetId }: Owner,
  id: number,
): Promise<readonly QueueEntry[] | null> {
  const row = await db
    .selectFrom('download')
    .select('entries')
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .where('dataset_id', '=', datasetId)
    .executeTakeFirst();
  return row === undefined ? null : storedEntries.parse(row.entries);
}
