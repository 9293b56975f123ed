import type { FileSubject } from '@atrium/contract/wire/files';
import type { OpenMeter } from '../../http/index.ts';
import type { FileRecord, OpenReadable } from '../fileRecord.ts';
import { contentTag } from './contentTag.ts';
import { type ListDeps, type ListedFile, type Listing, listAll } from './listFiles.ts';

/** A file of a transfer with what the live release says of it, as its receiver may see it now. */
export interface DescribedFile extends ListedFile {
  /** Null for a file that the receiver may not have now, or that has changed. */
  readonly record: FileRecord | null;
  /** Whose it is; empty for a file of no subject, and where the receiver may see none of the names. */
  readonly subjects: readonly FileSubject[];
}

export interface DescribeDeps extends ListDeps {
  readonly openReadable: OpenReadable;
}

const filesAtOnce = 1000;
const subjectsAtOnce = 100_000;

/**
 * All files of a transfer with their subjects, which are read of the live release when they leave and never kept: what
 * was closed since the transfer began is not named (rule 13.89).
 */
export async function* describeAll(
  deps: DescribeDeps,
  listing: Listing,
  meter: OpenMeter | null,
): AsyncGenerator<DescribedFile> {
  let waiting: ListedFile[] = [];
  for await (const file of listAll(deps, listing)) {
    waiting.push(file);
    if (waiting.length < filesAtOnce) continue;
    yield* describe(deps, listing, { files: waiting, meter });
    waiting = [];
  }
  if (waiting.length > 0) yield* describe(deps, listing, { files: waiting, meter });
}

interface Described {
  readonly files: readonly ListedFile[];
  /** Counts each subject of each file as a row; null where they were counted already. */
  readonly meter: OpenMeter | null;
}

async function* describe(
  { openReadable }: DescribeDeps,
  { holder, member }: Listing,
  { files, meter }: Described,
): AsyncGenerator<DescribedFile> {
  const ids = files.map(({ fileId }) => fileId);
  const { records, subjectsOf } = await openReadable(holder.account, member.uniqueId, ids);
  const found = files.map((file) => {
    const record = records.get(file.fileId);
    const isSame = file.problem === null && record !== undefined && contentTag(record) === file.tag;
    return { ...file, record: isSame ? record : null };
  });
  for (const part of inParts(found)) {
    const named = await subjectsOf(part.flatMap(({ record }) => record?.fileId ?? []));
    const described = part.map((file) => ({
      ...file,
      subjects: file.record === null ? [] : (named.get(file.fileId) ?? []),
    }));
    if (meter?.isCounting) await meter.add({ rows: rowsOf(described), bytes: 0 });
    yield* described;
  }
}

type Found = Omit<DescribedFile, 'subjects'>;

/** A file of everybody has as many subjects as there are, so not many of those are in memory at a time. */
function* inParts(files: readonly Found[]): Generator<readonly Found[]> {
  let part: Found[] = [];
  let subjects = 0;
  for (const file of files) {
    part.push(file);
    subjects += file.record?.subjects ?? 0;
    if (subjects < subjectsAtOnce) continue;
    yield part;
    [part, subjects] = [[], 0];
  }
  if (part.length > 0) yield part;
}

/** The lines of a sample sheet: one for each subject of a file, and one for a file of no subject. */
const rowsOf = (files: readonly Pick<DescribedFile, 'subjects'>[]): number =>
  files.reduce((sum, { subjects }) => sum + Math.max(1, subjects.length), 0);

/** Refuses with volume_limit a list with more lines than are left of the day. */
export async function requireRoomForSubjects(
  deps: DescribeDeps,
  listing: Listing,
  meter: OpenMeter,
): Promise<void> {
  if (!meter.limitsRows) return;
  let rows = 0;
  for await (const file of describeAll(deps, listing, null)) rows += rowsOf([file]);
  meter.requireRoom(rows);
}
