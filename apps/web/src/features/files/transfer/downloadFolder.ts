import type { TransferFile, TransferFiles } from '@atrium/contract/wire/transfer';
import { ApiError, describeError } from '../../../api/apiError.ts';
import { type FetchContext, type FileOutcome, fetchFile } from './fetchFile.ts';
import type { Folder } from './folder.ts';

/** The listeners of a download into a folder while it runs. */
export interface FolderNews {
  bytes(count: number): void;
  begun(fileId: string): Promise<void>;
  ended(file: TransferFile, outcome: FileOutcome): Promise<void>;
}

export interface FolderDownload {
  readonly folder: Folder;
  readonly signal: AbortSignal;
  /** Ids of files that are on the disk already, and of those that were begun. */
  readonly done: ReadonlySet<string>;
  readonly begun: ReadonlySet<string>;
  /** So many files come at a time. */
  readonly atATime: number;
  /** A page of the files behind an index. */
  readonly load: (after: number, limit: number) => Promise<TransferFiles>;
  readonly fetch: typeof fetch;
  readonly wait: FetchContext['wait'];
}

/** Links live for hours, and a page of so many files may take longer; then each link is renewed when it is refused. */
const pageSize = 200;

/** How a download into a folder ended. */
export type FolderEnd =
  | { readonly kind: 'ended' | 'stopped' }
  /** The portal sends nothing more of it, or not now; the part that has arrived is on the disk. */
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Downloads all files of a transfer into a folder, several at a time. A file that fails is reported, and the others go
 * on. The promise resolves when nothing is written any more (rule 13.71).
 */
export async function downloadFolder(given: FolderDownload, news: FolderNews): Promise<FolderEnd> {
  const refused = new AbortController();
  const signal = AbortSignal.any([given.signal, refused.signal]);
  const run: Run = {
    ...given,
    signal,
    load: (after, limit) => unlessStopped(signal, given.load(after, limit)),
    refuse: (error) => refused.abort(error),
  };
  const files = eachFile(run);
  const work = async (): Promise<void> => {
    for (let next = await files.next(); !next.done; next = await files.next()) {
      if (signal.aborted) return;
      await fetchOne(run, next.value, news);
    }
  };
  const works = Array.from({ length: Math.max(1, given.atATime) }, () => work().catch(run.refuse));
  await Promise.all(works);
  if (given.signal.aborted) return { kind: 'stopped' };
  if (refused.signal.aborted) return { kind: 'refused', reason: describeError(refused.signal.reason) };
  return { kind: 'ended' };
}

interface Run extends FolderDownload {
  /** Stops all of it. */
  readonly refuse: (error: unknown) => void;
}

/** A page that is about to go leaves its calls without an answer. */
function unlessStopped<Value>(signal: AbortSignal, answer: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    void answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Whether the person may have nothing more, as after the end of a membership. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

interface Indexed {
  readonly file: TransferFile;
  /** How many files stand before it. */
  readonly before: number;
}

/** The files that are not on the disk yet, page by page. */
async function* eachFile({ load, done, signal }: Run): AsyncGenerator<Indexed> {
  for (let after: number | null = 0; after !== null && !signal.aborted; ) {
    const { results, next }: TransferFiles = await load(after, pageSize);
    for (const [index, file] of results.entries())
      if (!done.has(file.fileId)) yield { file, before: after + index };
    after = next;
  }
}

async function fetchOne(given: Run, { file, before }: Indexed, news: FolderNews): Promise<void> {
  let counted = 0;
  const onBytes = (count: number): void => {
    counted += count;
    news.bytes(count);
  };
  const renew = async (): Promise<TransferFile> => {
    try {
      const { results } = await given.load(before, 1);
      return results.find(({ fileId }) => fileId === file.fileId) ?? file;
    } catch (error) {
      // A portal that cannot be reached may be back at the next attempt.
      if (isRefusal(error)) given.refuse(error);
      return file;
    }
  };
  const wasBegun = given.begun.has(file.fileId);
  await news.begun(file.fileId);
  const outcome = await fetchFile(file, { ...given, wasBegun, onBytes, renew }).catch(
    (error: unknown): FileOutcome => ({ kind: 'failed', reason: reasonOfDisk(error) }),
  );
  if (outcome.kind === 'failed') news.bytes(-counted);
  await news.ended(file, outcome);
}

/** Why the disk did not take a file, in a sentence. */
function reasonOfDisk(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'QuotaExceededError') return 'There is no room for it on the disk.';
  if (name === 'NotAllowedError' || name === 'NoModificationAllowedError')
    return 'The browser may not write to the folder.';
  if (name === 'NotFoundError') return 'The folder was moved or deleted.';
  return describeError(error, 'It could not be written.');
}

const maxWaitMs = 30_000;

/** Waits longer before each attempt, and no longer than until the download is stopped. */
export const backOff: FetchContext['wait'] = (attempt, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.min(maxWaitMs, 500 * 2 ** attempt));
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
