import { fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import {
  type FileCategory,
  type FileTypeBody,
  localTag,
  maxQueuedFiles,
  type QueueItem,
  type QueueSummary,
} from '@atrium/contract/wire/files';
import {
  compileCatalogued,
  compileFilePage,
  type FileFilter,
  fileAccess,
  kinshipOf,
  partsOfType,
  toQuery,
} from '@atrium/engine';
import type { Member } from '../access/index.ts';
import { openLiveRelease } from '../catalogue/index.ts';
import { disclosed, showsNothing } from '../http/index.ts';
import { presentExperiments } from './figures.ts';
import {
  amountOf,
  type FileDeps,
  listingLine,
  type OpenFiles,
  openFiles,
  tagsOf,
  type WithParents,
} from './filesOfMember.ts';
import {
  addEntries,
  loadDownloadEntries,
  loadQueue,
  type QueueEntry,
  removeTypes,
  setAlsoParents,
} from './filesStore.ts';
import { requireTag } from './listTypes.ts';
import { nothing, presentCoverage, presentTypeKey, recordOf } from './present.ts';

interface Catalogued {
  readonly typeKey: string;
  readonly fileId: string;
}

/** The part of it that the member may read now, in the cohort or not. */
async function readable(
  deps: FileDeps,
  member: Member,
  wanted: { readonly category?: string; readonly fileIds?: readonly string[] },
): Promise<readonly Catalogued[]> {
  const release = await openLiveRelease(deps, member);
  if (release.lookup.dictionary.files === undefined) return [];
  const files = { release, access: fileAccess(member, tagsOf(deps)) };
  const rows = await deps.questions.run(toQuery(compileCatalogued(files, wanted)));
  return rows.map((row) => ({ typeKey: String(row['type']), fileId: String(row['file_id']) }));
}

function refuseTooMany(files: number): void {
  if (files > maxQueuedFiles)
    throw fieldRefusal('bad_request', 'file_ids', `a queue holds at most ${maxQueuedFiles} single files`);
}

const isMeant = (
  typeKey: string,
  { fileCategory, fileTag, dataType, experimentType, fileFormat }: FileTypeBody,
): boolean => {
  const parts = partsOfType(typeKey);
  return (
    parts.experimentType === experimentType &&
    parts.fileFormat === fileFormat &&
    (fileCategory === undefined || parts.category === fileCategory) &&
    (fileTag === undefined || parts.source === fileTag) &&
    (dataType === undefined || parts.dataType === dataType)
  );
};

/** Adds a file type to the queue, of every data type unless one is named. Adding it twice is no error (rule 13.9). */
export async function addType(
  deps: FileDeps,
  member: Member,
  { category, body }: { readonly category: FileCategory; readonly body: FileTypeBody },
): Promise<void> {
  const fileTag = requireTag(deps, body.fileTag ?? localTag);
  const known = await readable(deps, member, { category });
  const entries = known
    .filter(({ typeKey }) => isMeant(typeKey, { ...body, fileCategory: category, fileTag }))
    .map(({ typeKey }) => ({ typeKey, fileId: null }));
  if (entries.length === 0)
    throw fieldRefusal(
      'bad_request',
      'experiment_type',
      'there are no such files of this category and source',
    );
  await addEntries(deps.db, member, { entries, refuse: refuseTooMany });
}

/** Removes a file type from the queue, and single files of it. */
export const removeType = (deps: FileDeps, member: Member, body: FileTypeBody): Promise<void> =>
  removeTypes(deps.db, member, (typeKey) => isMeant(typeKey, body));

/** Adds single files, all or none: one that the member may not read is not found like one that does not exist. */
export async function addFiles(deps: FileDeps, member: Member, fileIds: readonly string[]): Promise<void> {
  const wanted = [...new Set(fileIds)];
  const known = new Map(
    (await readable(deps, member, { fileIds: wanted })).map((entry) => [entry.fileId, entry]),
  );
  const absent = wanted.find((fileId) => !known.has(fileId));
  if (absent !== undefined) throw fieldRefusal('bad_request', 'file_ids', `there is no file ${absent}`);
  const entries = wanted.flatMap((fileId) => known.get(fileId) ?? []);
  await addEntries(deps.db, member, { entries, refuse: refuseTooMany });
}

/** Adds what was downloaded before, as far as the member may read it today; refuses another's download. */
export async function queueAgain(deps: FileDeps, member: Member, downloadId: number): Promise<void> {
  const before = await loadDownloadEntries(deps.db, member, downloadId);
  if (before === null) throw new PortalError('not_found', 'There is no such download.');
  const fileIds = before.flatMap(({ fileId }) => fileId ?? []);
  const [types, files] = await Promise.all([
    readable(deps, member, {}),
    fileIds.length === 0 ? [] : readable(deps, member, { fileIds }),
  ]);
  const open = new Set(types.map(({ typeKey }) => typeKey));
  const entries = [...before.filter(({ typeKey, fileId }) => fileId === null && open.has(typeKey)), ...files];
  if (entries.length === 0) return;
  await addEntries(deps.db, member, { entries, refuse: refuseTooMany });
  if (before.some(({ alsoParents }) => alsoParents)) await setAlsoParents(deps.db, member, true);
}

/** The content of a queue. */
export const filterOf = (queue: readonly QueueEntry[]): FileFilter => ({
  among: {
    types: queue.filter(({ fileId }) => fileId === null).map(({ typeKey }) => typeKey),
    fileIds: queue.flatMap(({ fileId }) => fileId ?? []),
  },
});

/** The files that a queue is of: those of the cohort, and of its parents where the queue says so (rule 2.27). */
export const meantBy = (queue: readonly QueueEntry[], opened: OpenFiles): OpenFiles | WithParents =>
  queue.some(({ alsoParents }) => alsoParents) ? (opened.withParents ?? opened) : opened;

/** Says whether the queue holds the files of mothers and fathers, too; refuses where the data do not say who they are. */
export async function chooseParents(deps: FileDeps, member: Member, alsoParents: boolean): Promise<void> {
  const release = await openLiveRelease(deps, member);
  if (alsoParents && kinshipOf({ lookup: release.lookup, member }) === null)
    throw fieldRefusal('bad_request', 'also_parents', 'the data do not say who is whose mother or father');
  await setAlsoParents(deps.db, member, alsoParents);
}

/** The entries of the member's queue, sized against the active cohort. */
export async function listQueue(deps: FileDeps, member: Member, signal: AbortSignal) {
  const queue = await loadQueue(deps.db, member);
  if (queue.length === 0) return showsNothing<QueueItem[]>([]);
  const opened = await openFiles(deps, member, signal);
  const meant = meantBy(queue, opened);
  const items = await itemsOf(deps, { opened: meant, queue, subjects: await opened.subjects(), signal });
  const files = items.reduce((sum, item) => sum + item.files, 0);
  return disclosed(items, [listingLine(opened, files)]);
}

interface SizedQueue {
  readonly opened: OpenFiles | WithParents;
  readonly queue: readonly QueueEntry[];
  readonly subjects: number;
  readonly signal: AbortSignal;
}

async function itemsOf(
  deps: FileDeps,
  { opened, queue, subjects, signal }: SizedQueue,
): Promise<QueueItem[]> {
  const [types, files] = await Promise.all([
    opened.coverage('type'),
    singleFiles(deps, { opened, queue, signal }),
  ]);
  return queue.map(({ typeKey, fileId }) => {
    const type = presentTypeKey(typeKey);
    if (fileId === null)
      return {
        kind: 'type',
        ...type,
        fileType: type.fileFormat,
        fileId,
        ...presentCoverage(amountOf(types, typeKey), subjects),
      };
    const file = files.get(fileId);
    return {
      kind: 'file',
      ...type,
      fileType: file?.name ?? fileId,
      fileId,
      ...presentCoverage(file?.amount ?? nothing, subjects),
    };
  });
}

/** The single files of a queue that are of the cohort, and that the member may read. */
async function singleFiles(
  deps: FileDeps,
  { opened, queue, signal }: Pick<SizedQueue, 'opened' | 'queue' | 'signal'>,
) {
  const fileIds = queue.flatMap(({ fileId }) => fileId ?? []);
  if (fileIds.length === 0 || !opened.hasCatalogue) return new Map<string, never>();
  const window = { sort: 'name', direction: 1, limit: fileIds.length, offset: 0 } as const;
  const filter = { among: { types: [], fileIds } };
  const rows = await deps.questions.run(toQuery(compileFilePage(opened.files, filter, window)), { signal });
  return new Map(
    rows.map((row) => {
      const { fileId, name, size } = recordOf(row);
      const amount = {
        files: 1,
        bytes: size,
        ofSubjects: Number(row['subjects']) > 0 ? 1 : 0,
        individuals: Number(row['individuals']),
        parents: 0,
      };
      return [fileId, { name, amount }] as const;
    }),
  );
}

/** The queue with its totals, and who of the cohort it does not cover (rule 13.11). */
export async function summarizeQueue(deps: FileDeps, member: Member, signal: AbortSignal) {
  const queue = await loadQueue(deps.db, member);
  const opened = await openFiles(deps, member, signal);
  const subjects = await opened.subjects();
  const filter = filterOf(queue);
  const meant = meantBy(queue, opened);
  const [items, totals, queued, available, parents] = await Promise.all([
    itemsOf(deps, { opened: meant, queue, subjects, signal }),
    meant.coverage('all', filter),
    meant.coverage('experiment_type', filter),
    opened.coverage('experiment_type'),
    parentsOf(opened, queue),
  ]);
  const total = amountOf(totals, 'all');
  const wanted = new Set(queue.map(({ typeKey }) => partsOfType(typeKey).experimentType));
  const summary: QueueSummary = {
    items,
    totals: presentCoverage(total, subjects),
    subjects,
    uncovered: subjects - total.individuals,
    experimentTypes: presentExperiments({ shown: queued, available, subjects }).filter(({ experimentType }) =>
      wanted.has(experimentType),
    ),
    parents,
    release: opened.cohort.release.release,
    cohortSnapshotId: opened.cohort.snapshot.snapshotId,
  };
  return disclosed(summary, [listingLine(opened, total.files)]);
}

/** What the files of mothers and fathers add to a queue, whether they are in it or not; null where nobody knows them. */
async function parentsOf(opened: OpenFiles, queue: readonly QueueEntry[]): Promise<QueueSummary['parents']> {
  const { withParents } = opened;
  if (withParents === null || queue.length === 0) return null;
  const filter = filterOf(queue);
  const [own, all, subjects] = await Promise.all([
    opened.coverage('all', filter),
    withParents.coverage('all', filter),
    withParents.parents(),
  ]);
  const [less, more] = [amountOf(own, 'all'), amountOf(all, 'all')];
  return {
    isOn: queue.some(({ alsoParents }) => alsoParents),
    subjects,
    individuals: more.parents,
    files: more.files - less.files,
    totalSize: more.bytes - less.bytes,
  };
}
