import { createHash } from 'node:crypto';
import { msPerDay } from '@atrium/contract/calendar/dayNumbers';
import { fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import type { DownloadWay } from '@atrium/contract/wire/files';
import { fileTypeKey } from '@atrium/engine';
import { sql } from 'kysely';
import type { Member, PortalApi, SignedInAccount } from '../../access/index.ts';
import { type RecordedLine, record } from '../../audit/index.ts';
import { openLiveRelease } from '../../catalogue/index.ts';
import type { TransferSettings } from '../../config/transferSettings.ts';
import { TooManyRequests } from '../../http/index.ts';
import type { FileRecord, FileSelection, FindReadableFiles } from '../fileRecord.ts';
import type { FileDeps } from '../filesOfMember.ts';
import { insertDownload, type QueueEntry } from '../filesStore.ts';
import { type Begun, recordDownload, type selectQueuedFiles } from '../selection.ts';
import {
  forgetOldFiles,
  keptDays,
  removeDownload,
  type StoredTransfer,
  storeTransfer,
} from './transferStore.ts';

export interface StartDeps extends FileDeps {
  readonly gate: Pick<PortalApi['gate'], 'standingOf'>;
  readonly settings: TransferSettings;
  readonly findFiles: FindReadableFiles;
}

/** A hash of the member's rights. */
export const standingOf = ({ gate }: Pick<StartDeps, 'gate'>, member: Member): string =>
  createHash('sha256').update(gate.standingOf(member)).digest('hex');

/** Files that are chosen by name, with what the download record keeps of them. */
export interface NamedFiles extends FileSelection {
  readonly entries: readonly QueueEntry[];
}

interface Start {
  readonly way: DownloadWay;
  readonly selection: Awaited<ReturnType<typeof selectQueuedFiles>> | NamedFiles;
  readonly signal: AbortSignal;
}

/**
 * Begins a transfer: records it and stores its list of files. Refuses with bad_request where there is nothing to
 * transfer.
 */
export async function startTransfer(
  deps: StartDeps,
  member: Member,
  { way, selection, signal }: Start,
): Promise<{ readonly transfer: StoredTransfer; readonly line: RecordedLine }> {
  const { db, clock } = deps;
  const { count: files, bytes, release, cohortSnapshotId } = selection;
  if (files === 0)
    throw fieldRefusal('bad_request', 'queue', 'Your download queue is empty. Please add files first.');
  if (way === 'zip') requireSmall(deps.settings, selection);
  const startedAt = clock();
  await forgetOldFiles(db, startedAt);
  await requireRoomForList(db, member, { files, now: startedAt });
  const { id, line } =
    'opened' in selection
      ? await recordDownload(deps, member, { selection, way })
      : await recordNamed(deps, member, { selection, way, now: startedAt });
  const standing = standingOf(deps, member);
  try {
    await storeTransfer(db, { id, selection, standing, signal });
  } catch (error) {
    await removeDownload(db, id);
    throw error;
  }
  return { transfer: { id, way, release, cohortSnapshotId, standing, files, bytes, startedAt }, line };
}

/** What one account may store as transfers: files in the lists that are kept, and starts in a day (rule 8.27). */
const maxListedFiles = 5_000_000;
const maxStartsPerDay = 20_000;
const waitSeconds = 3600;

/** Refuses with too_many_requests a member whose lists of transfers hold as much as they may. */
async function requireRoomForList(
  db: StartDeps['db'],
  { account }: Member,
  { files, now }: { readonly files: number; readonly now: Date },
): Promise<void> {
  const day = new Date(now.getTime() - msPerDay);
  const held = await db
    .selectFrom('download')
    .select([
      sql<string>`coalesce(sum(files), 0)`.as('files'),
      sql<string>`count(*) filter (where started_at > ${day})`.as('starts'),
    ])
    .where('account_id', '=', account.id)
    .where('started_at', '>', new Date(now.getTime() - keptDays * msPerDay))
    .executeTakeFirstOrThrow();
  if (Number(held.starts) >= maxStartsPerDay)
    throw new TooManyRequests(
      waitSeconds,
      `You have started ${counted(maxStartsPerDay)} downloads within a day, which is the most. Please wait.`,
    );
  if (Number(held.files) + files > maxListedFiles)
    throw new TooManyRequests(
      waitSeconds,
      `The downloads that you started within ${keptDays} days would list more than ${counted(maxListedFiles)} files, which is the most. Please choose fewer, or wait.`,
    );
}

/** Stores that a download of named files was started. */
async function recordNamed(
  { db }: StartDeps,
  member: Member,
  { selection, way, now }: { readonly selection: NamedFiles; readonly way: DownloadWay; readonly now: Date },
): Promise<Begun> {
  const { release, cohortSnapshotId, count: files, bytes, entries } = selection;
  return db.transaction().execute(async (transaction) => {
    const download = { way, release, cohortSnapshotId, files, bytes, entries, now };
    const id = await insertDownload(transaction, member, download);
    const line = await record(transaction, {
      accountId: member.account.id,
      datasetId: member.datasetId,
      action: 'download_begin',
      detail: { level: member.level, download: id, way, release, snapshot: cohortSnapshotId, files, bytes },
    });
    return { id, line };
  });
}

const counted = (value: number): string => value.toLocaleString('en-US');
const inGigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(2)} GB`;

/** Refuses with bad_request more than fits into one zip, since a zip cannot be resumed. */
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
  { account, member }: { readonly account: SignedInAccount; readonly member: Member },
  fileIds: readonly string[],
): Promise<NamedFiles> {
  const wanted = [...new Set(fileIds)].sort();
  const known = await deps.findFiles(account, member.uniqueId, wanted);
  const found = wanted.flatMap((fileId) => known.get(fileId) ?? []);
  if (found.length < wanted.length)
    throw new PortalError('not_found', 'One of these files is not there for you.');
  return selectionOf(deps, member, found);
}

/** Files that were found already, as a selection. */
export async function selectionOf(
  deps: StartDeps,
  member: Member,
  records: readonly FileRecord[],
): Promise<NamedFiles> {
  const { release } = await openLiveRelease(deps, member);
  return {
    dataset: member.uniqueId,
    release,
    cohortSnapshotId: null,
    count: records.length,
    bytes: records.reduce((sum, { size }) => sum + size, 0),
    entries: records.map((record) => ({ typeKey: fileTypeKey(record), fileId: record.fileId })),
    files: async function* () {
      yield* records;
    },
  };
}
