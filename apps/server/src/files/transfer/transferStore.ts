import type { DownloadWay } from '@atrium/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/index.ts';
import type { FileRecord, FileSelection } from '../fileRecord.ts';
import { contentTag } from './contentTag.ts';
import { createReceiverPaths } from './receiverPath.ts';

/** A transfer as it was begun. */
export interface StoredTransfer {
  readonly id: number;
  readonly way: DownloadWay;
  readonly release: string;
  readonly cohortSnapshotId: number | null;
  readonly standing: string;
  readonly files: number;
  readonly bytes: number;
  readonly startedAt: Date;
}

/** One file of a transfer, as it was chosen. */
export interface ChosenFile extends Pick<FileRecord, 'fileId' | 'name' | 'size' | 'checksum'> {
  /** Its number in the transfer, from 1. */
  readonly index: number;
  /** Where the receiver stores it. */
  readonly path: string;
  readonly tag: string;
}

interface Owner {
  readonly accountId: number;
  readonly datasetId: number;
}

export interface NewTransfer extends Owner {
  readonly way: DownloadWay;
  readonly selection: FileSelection;
  /** What the member may see, as a hash. */
  readonly standing: string;
  readonly now: Date;
  readonly signal: AbortSignal;
}

const atOnce = 500;

/**
 * Writes down what a transfer is of. Its files are counted again as they are written; where number or size differ from
 * those of the selection, nothing is kept. Small statements, so that nobody waits for a large transfer.
 */
export async function storeTransfer(db: Kysely<Schema>, given: NewTransfer): Promise<StoredTransfer> {
  const { accountId, datasetId, way, selection, standing, now, signal } = given;
  const { id } = await db
    .insertInto('transfer')
    .values({
      account_id: accountId,
      dataset_id: datasetId,
      way,
      release: selection.release,
      cohort_snapshot_id: selection.cohortSnapshotId,
      standing,
      files: 0,
      bytes: 0,
      started_at: now,
      is_complete: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  try {
    const { files, bytes } = await storeFiles(db, id, selection.files(signal));
    if (files !== selection.count || bytes !== selection.bytes)
      throw new Error(
        `Of ${selection.count} files with ${selection.bytes} bytes ${files} with ${bytes} were written down.`,
      );
    await db.updateTable('transfer').set({ files, bytes, is_complete: true }).where('id', '=', id).execute();
    const { release, cohortSnapshotId } = selection;
    return { id, way, release, cohortSnapshotId, standing, files, bytes, startedAt: now };
  } catch (error) {
    await db.deleteFrom('transfer').where('id', '=', id).execute();
    throw error;
  }
}

async function storeFiles(
  db: Kysely<Schema>,
  transferId: number,
  records: AsyncIterable<FileRecord>,
): Promise<{ readonly files: number; readonly bytes: number }> {
  const paths = createReceiverPaths();
  let waiting: ReturnType<typeof rowOf>[] = [];
  let files = 0;
  let bytes = 0;
  const write = async (): Promise<void> => {
    if (waiting.length > 0) await db.insertInto('transfer_file').values(waiting).execute();
    waiting = [];
  };
  for await (const record of records) {
    files += 1;
    bytes += record.size;
    waiting.push(rowOf(record, { transferId, index: files, path: paths.pathOf(record) }));
    if (waiting.length === atOnce) await write();
  }
  await write();
  return { files, bytes };
}

const rowOf = (
  record: FileRecord,
  { transferId, index, path }: { transferId: number; index: number; path: string },
) => ({
  transfer_id: transferId,
  index,
  file_id: record.fileId,
  name: record.name,
  path,
  size: record.size,
  checksum_kind: record.checksum?.kind ?? null,
  checksum: record.checksum?.value ?? null,
  tag: contentTag(record),
});

const columns = [
  'id',
  'way',
  'release',
  'cohort_snapshot_id',
  'standing',
  'files',
  'bytes',
  'started_at',
] as const;

/** A transfer of this account in this dataset; undefined where it has none of this id (rule 8.4). */
export async function loadTransfer(
  db: Kysely<Schema>,
  { accountId, datasetId }: Owner,
  id: number,
): Promise<StoredTransfer | undefined> {
  const row = await db
    .selectFrom('transfer')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('dataset_id', '=', datasetId)
    .where('id', '=', id)
    .where('is_complete', '=', true)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { cohort_snapshot_id: cohortSnapshotId, started_at: startedAt, bytes, ...same } = row;
  return { ...same, cohortSnapshotId, startedAt, bytes: Number(bytes) };
}

/** The files of a transfer behind an index, in order. */
export async function loadChosenFiles(
  db: Kysely<Schema>,
  transferId: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly ChosenFile[]> {
  const rows = await db
    .selectFrom('transfer_file')
    .selectAll()
    .where('transfer_id', '=', transferId)
    .where('index', '>', after)
    .orderBy('index')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    index: row.index,
    fileId: row.file_id,
    name: row.name,
    path: row.path,
    size: Number(row.size),
    checksum:
      row.checksum_kind === null || row.checksum === null
        ? null
        : { kind: row.checksum_kind, value: row.checksum },
    tag: row.tag,
  }));
}

/** Whether the files of a transfer are still written down. */
export const keptDays = 30;
const dayMs = 86_400_000;

/** Forgets lists of files that are older than a month, and transfers that were cut off while they began. */
export async function forgetOldFiles(db: Kysely<Schema>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * dayMs);
  await sql`delete from transfer_file where transfer_id in
    (select id from transfer where started_at < ${before} and is_complete)`.execute(db);
  const cutOff = new Date(now.getTime() - dayMs);
  await db.deleteFrom('transfer').where('is_complete', '=', false).where('started_at', '<', cutOff).execute();
}
