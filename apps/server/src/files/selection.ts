import { PortalError } from '@atrium/contract/errors/errorCode';
import type { DownloadWay } from '@atrium/contract/wire/files';
import { compileReadableFiles, compileSelectedFiles, fileAccess, toQuery } from '@atrium/engine';
import type { Member, PortalApi } from '../access/index.ts';
import { type RecordedLine, record } from '../audit/index.ts';
import { openLiveRelease } from '../catalogue/index.ts';
import { recordedCohort } from '../cohort/index.ts';
import type {
  FileSelection,
  FindReadableFile,
  FindReadableFiles,
  OpenReadable,
  ReadableFiles,
} from './fileRecord.ts';
import { loadSubjects } from './fileSubjects.ts';
import { amountOf, type FileDeps, type OpenFiles, openFiles, tagsOf } from './filesOfMember.ts';
import { insertDownload, loadQueue, type QueueEntry } from './filesStore.ts';
import { recordOf } from './present.ts';
import { filterOf, meantBy } from './queue.ts';

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
  const meant = meantBy(entries, opened);
  const filter = filterOf(entries);
  const { files: count, bytes } = amountOf(await meant.coverage('all', filter), 'all');
  const question = toQuery(compileSelectedFiles(meant.files, filter));
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
      for await (const rows of deps.questions.stream(question, { signal: abort })) {
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
      detail: {
        ...{ level: member.level, download: id, way, release, snapshot: cohortSnapshotId, files, bytes },
        ...(entries.some(({ alsoParents }) => alsoParents) && { alsoParents: true }),
      },
      recordedQuery: { cohort: recordedCohort(opened.cohort) },
    });
    return { id, line };
  });
}

/** The catalogue of the live release as a member may read it now; null where there is none. */
async function openCatalogue(deps: FileDeps, member: Member) {
  const release = await openLiveRelease(deps, member);
  if (release.lookup.dictionary.files === undefined) return null;
  return { release, access: fileAccess(member, tagsOf(deps)) };
}

/** Opens files for accounts, whose membership is judged anew each time (rule 13.6). */
export const createOpenReadable =
  (deps: FileDeps, { gate }: Pick<PortalApi, 'gate'>): OpenReadable =>
  async (account, dataset, fileIds) => {
    try {
      const files = await openCatalogue(deps, await gate.admit(account, dataset, 'subjects'));
      if (files === null || fileIds.length === 0) return nothingReadable;
      const rows = await deps.questions.run(toQuery(compileReadableFiles(files, fileIds)));
      return {
        records: new Map(rows.map(recordOf).map((record) => [record.fileId, record])),
        subjectsOf: (some) => loadSubjects(deps, files, { fileIds: some }),
      };
    } catch (error) {
      if (error instanceof PortalError && isClosed.has(error.code)) return nothingReadable;
      throw error;
    }
  };

const nothingReadable: ReadableFiles = { records: new Map(), subjectsOf: async () => new Map() };

export function createFindReadableFiles(deps: FileDeps, api: Pick<PortalApi, 'gate'>): FindReadableFiles {
  const open = createOpenReadable(deps, api);
  return async (account, dataset, fileIds) => (await open(account, dataset, fileIds)).records;
}

export function createFindReadableFile(deps: FileDeps, api: Pick<PortalApi, 'gate'>): FindReadableFile {
  const find = createFindReadableFiles(deps, api);
  return async (account, dataset, fileId) => (await find(account, dataset, [fileId])).get(fileId) ?? null;
}

const isClosed: ReadonlySet<string> = new Set([
  'not_found',
  'not_a_member',
  'agreement_required',
  'purpose_required',
  'not_permitted',
  'not_signed_in',
  'not_ready',
]);
