import type { DownloadWay } from '@atrium/contract';
import { PortalError } from '@atrium/contract';
import { compileReadableFile, compileSelectedFiles, fileAccess, toQuery } from '@atrium/engine';
import type { Member, PortalApi } from '../access/index.ts';
import { type RecordedLine, record } from '../audit/index.ts';
import { openLiveRelease } from '../catalogue/index.ts';
import { recordedCohort } from '../cohort/index.ts';
import type { FileRecord, FileSelection, FindReadableFile } from './fileRecord.ts';
import { amountOf, type FileDeps, type OpenFiles, openFiles, tagsOf } from './filesOfMember.ts';
import { recordOf } from './present.ts';
import { filterOf } from './queue.ts';
import { insertDownload, loadQueue, type QueueEntry } from './store.ts';

/** A selection that remembers the queue that it was made of. */
export interface SelectedQueue extends FileSelection {
  readonly opened: OpenFiles;
  readonly entries: readonly QueueEntry[];
}

const never = new AbortController().signal;

/** Selects what the member's queue holds, of the active cohort and as the member may read it now (rule 13.13). */
export async function selectQueuedFiles(
  deps: FileDeps,
  member: Member,
  signal: AbortSignal = never,
): Promise<SelectedQueue> {
  const entries = await loadQueue(deps.db, member);
  const opened = await openFiles(deps, member, signal);
  const filter = filterOf(entries);
  const { files: count, bytes } = amountOf(await opened.coverage('all', filter), 'all');
  const question = toQuery(compileSelectedFiles(opened.files, filter));
  return {
    dataset: member.uniqueId,
    release: opened.cohort.release.release,
    cohortSnapshotId: opened.cohort.snapshot.snapshotId,
    count,
    bytes,
    opened,
    entries,
    files: async function* (abort = signal) {
      if (count === 0) return;
      let [given, sum] = [0, 0];
      for await (const rows of deps.warehouse.stream(question, { signal: abort })) {
        for (const row of rows) {
          const file = recordOf(row);
          given += 1;
          sum += file.size;
          yield file;
        }
      }
      if (given !== count || sum !== bytes)
        throw new Error(`${count} files of ${bytes} bytes were selected, but ${given} of ${sum} were found.`);
    },
  };
}

/** A download that was started, by its number, with its line in the audit. */
export interface Begun {
  readonly id: number;
  readonly line: RecordedLine;
}

/**
 * Stores that a download of the queue was started and in which way, and records it in the audit.
 */
export async function recordDownload(
  deps: FileDeps,
  member: Member,
  { selection, way }: { readonly selection: SelectedQueue; readonly way: DownloadWay },
): Promise<Begun> {
  const { opened, entries, count: files, bytes, release, cohortSnapshotId } = selection;
  return deps.db.transaction().execute(async (transaction) => {
    const download = { way, release, cohortSnapshotId, files, bytes, entries, now: deps.clock() };
    const id = await insertDownload(transaction, member, download);
    const line = await record(transaction, {
      accountId: member.account.id,
      datasetId: member.datasetId,
      action: 'download_begin',
      detail: { level: member.level, download: id, way, release, snapshot: cohortSnapshotId, files, bytes },
      recordedQuery: { cohort: recordedCohort(opened.cohort) },
    });
    return { id, line };
  });
}

/** Finds a file of the live release that the member may read now. */
export async function findReadable(
  deps: FileDeps,
  member: Member,
  fileId: string,
): Promise<FileRecord | null> {
  const release = await openLiveRelease(deps, member);
  if (release.lookup.dictionary.files === undefined) return null;
  const files = { release, access: fileAccess(member, tagsOf(deps)) };
  const [row] = await deps.warehouse.run(toQuery(compileReadableFile(files, fileId)));
  return row === undefined ? null : recordOf(row);
}

/** Finds files for accounts, whose membership is judged anew for each (rule 13.6). */
export const createFindReadableFile =
  (deps: FileDeps, { gate }: Pick<PortalApi, 'gate'>): FindReadableFile =>
  async (account, dataset, fileId) => {
    try {
      return await findReadable(deps, await gate.admit(account, dataset, 'subjects'), fileId);
    } catch (error) {
      if (error instanceof PortalError && isClosed.has(error.code)) return null;
      throw error;
    }
  };

const isClosed: ReadonlySet<string> = new Set([
  'not_found',
  'not_a_member',
  'agreement_required',
  'not_permitted',
  'not_signed_in',
  'not_ready',
]);
