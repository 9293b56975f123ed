import { msPerDay } from '@atrium/contract/calendar/dayNumbers';
import type { DownloadWay } from '@atrium/contract/wire/files';
import { takeTimeSlices } from '@atrium/warehouse';
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

interface NewTransfer {
  /** That of its download record. */
  readonly id: number;
  readonly selection: FileSelection;
  /** A hash of the member's rights. */
  readonly standing: string;
  readonly signal: AbortSignal;
}

const atOnce = 100;

/**
 * Writes down the files of a download that has begun. They are counted again as they are written; where number or size
 * differ from those of the selection, nothing is kept. Small statements, so that nobody waits for a large transfer.
 */
export async function storeTransfer(
  db: Kysely<Schema>,
  { id, selection, standing, signal }: NewTransfer,
): Promise<void> {
  await db.insertInto('transfer').values({ id, standing, is_complete: false }).execute();
  const { files, bytes } = await storeFiles(db, { id, dataset: selection.dataset }, selection.files(signal));
  if (files !== selection.count || bytes !== selection.bytes)
    throw new Error(
      `Of ${selection.count} files with ${selection.bytes} bytes ${files} with ${bytes} were written down.`,
    );
  await db.updateTable('transfer').set({ is_complete: true }).where('id', '=', id).execute();
}

/** Deletes a download whose files could not be stored. */
export async function removeDownload(db: Kysely<Schema>, id: number): Promise<void> {
  await db.deleteFrom('download').where('id', '=', id).execute();
}

async function storeFiles(
  db: Kysely<Schema>,
  { id: transferId, dataset }: { readonly id: number; readonly dataset: string },
  records: AsyncIterable<FileRecord>,
): Promise<{ readonly files: number; readonly bytes: number }> {
  const paths = createReceiverPaths(dataset);
  let waiting: ReturnType<typeof rowOf>[] = [];
  let files = 0;
  let bytes = 0;
  const write = async (): Promise<void> => {
    if (waiting.length > 0) await db.insertInto('transfer_file').values(waiting).execute();
    waiting = [];
  };
  const slice = takeTimeSlices();
  for await (const record of records) {
    await slice.giveWay();
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

/** A transfer of this account in this dataset; undefined where it has none of this id (rule 8.4). */
export async function loadTransfer(
  db: Kysely<Schema>,
  { accountId, datasetId }: Owner,
  id: number,
): Promise<StoredTransfer | undefined> {
  const row = await db
    .selectFrom('transfer')
    .innerJoin('download', 'download.id', 'transfer.id')
    .select([
      'download.id',
      'download.way',
      'download.release',
      'download.cohort_snapshot_id',
      'download.files',
      'download.bytes',
      'download.started_at',
      'transfer.standing',
    ])
    .where('download.account_id', '=', accountId)
    .where('download.dataset_id', '=', datasetId)
    .where('transfer.id', '=', id)
    .where('transfer.is_complete', '=', true)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { cohort_snapshot_id: cohortSnapshotId, started_at: startedAt, files, bytes, ...same } = row;
  return { ...same, cohortSnapshotId, startedAt, files: Number(files), bytes: Number(bytes) };
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

/** How long the list of files of a transfer is kept (rule 13.39). */
export const keptDays = 30;
/** Forgets lists of files that are older than a month, and those that were cut off while they were written. */
export async function forgetOldFiles(db: Kysely<Schema>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * msPerDay);
  const cutOff = new Date(now.getTime() - msPerDay);
  await sql`delete from transfer_file using transfer, download
    where transfer_file.transfer_id = transfer.id and download.id = transfer.id
    and (download.started_at < ${before} or (not transfer.is_complete and download.started_at < ${cutOff}))`.execute(
    db,
  );
}
