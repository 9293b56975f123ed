import { createHash } from 'node:crypto';
import { type DownloadWay, fieldRefusal, PortalError } from '@atrium/contract';
import type { Warehouse } from '@atrium/warehouse';
import type { Kysely } from 'kysely';
import type { Member, PortalApi } from '../../access/index.ts';
import { record } from '../../audit/index.ts';
import { openLiveRelease } from '../../catalogue/index.ts';
import type { TransferSettings } from '../../config/transferSettings.ts';
import type { Schema } from '../../database/index.ts';
import type { FileRecord, FileSelection, FindReadableFile, SelectQueuedFiles } from '../fileRecord.ts';
import { forgetOldFiles, type StoredTransfer, storeTransfer } from './transferStore.ts';

export interface StartDeps {
  readonly db: Kysely<Schema>;
  readonly warehouse: Warehouse;
  readonly clock: () => Date;
  readonly gate: Pick<PortalApi['gate'], 'standingOf'>;
  readonly settings: TransferSettings;
  readonly selectQueued: SelectQueuedFiles;
  readonly findFile: FindReadableFile;
}

/** What a member may see, as a hash. */
export const standingOf = ({ gate }: Pick<StartDeps, 'gate'>, member: Member): string =>
  createHash('sha256').update(gate.standingOf(member)).digest('hex');

interface Start {
  readonly way: DownloadWay;
  readonly selection: FileSelection;
  readonly signal: AbortSignal;
}

/** Begins a transfer: writes down and records what it is of. Refuses with bad_request where there is nothing to transfer. */
export async function startTransfer(
  deps: StartDeps,
  member: Member,
  { way, selection, signal }: Start,
): Promise<StoredTransfer> {
  const { db, clock } = deps;
  if (selection.count === 0)
    throw new PortalError('bad_request', 'Your download queue is empty. Please add files first.');
  if (way === 'zip') requireSmall(deps.settings, selection);
  const now = clock();
  await forgetOldFiles(db, now);
  const transfer = await storeTransfer(db, {
    accountId: member.account.id,
    datasetId: member.datasetId,
    standing: standingOf(deps, member),
    way,
    selection,
    now,
    signal,
  });
  await record(db, {
    accountId: member.account.id,
    datasetId: member.datasetId,
    action: 'transfer_begin',
    detail: {
      transfer: transfer.id,
      way,
      release: transfer.release,
      snapshot: transfer.cohortSnapshotId,
      files: transfer.files,
      bytes: transfer.bytes,
    },
  });
  return transfer;
}

const counted = (value: number): string => value.toLocaleString('en-US');
const inGigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(2)} GB`;

/** Refuses with bad_request what is too much for one zip, which cannot be resumed. */
export function requireSmall(
  { zip }: Pick<TransferSettings, 'zip'>,
  { count, bytes }: Pick<FileSelection, 'count' | 'bytes'>,
): void {
  if (count <= zip.files && bytes <= zip.bytes) return;
  throw fieldRefusal(
    'bad_request',
    'way',
    `a zip holds at most ${counted(zip.files)} files and ${inGigabytes(zip.bytes)}, and these are ${counted(count)} files with ${inGigabytes(bytes)}. Please use the script, which can be resumed`,
  );
}

/** A selection of files that a caller names, in the order of their ids; refuses with not_found what they may not read. */
export async function selectNamed(
  deps: StartDeps,
  member: Member,
  fileIds: readonly string[],
): Promise<FileSelection> {
  const { release } = await openLiveRelease(deps, member);
  const found: FileRecord[] = [];
  for (const fileId of [...new Set(fileIds)].sort()) {
    const record = await deps.findFile(member.account, member.uniqueId, fileId);
    if (record === null) throw new PortalError('not_found', 'One of these files is not there for you.');
    found.push(record);
  }
  const after = await openLiveRelease(deps, member);
  if (after.release !== release)
    throw new PortalError('conflict', 'The data have just been updated. Please try again.');
  return {
    dataset: member.uniqueId,
    release,
    cohortSnapshotId: null,
    count: found.length,
    bytes: found.reduce((sum, { size }) => sum + size, 0),
    files: async function* () {
      yield* found;
    },
  };
}
