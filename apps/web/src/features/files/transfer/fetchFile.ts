import type { TransferFile } from '@atrium/contract/wire/transfer';
import { md5 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type FileOnDisk, type FileWriter, type Folder, openParent } from './folder.ts';

/** How the download of one file ended. */
export type FileOutcome =
  /** It is on the disk, whole, and its checksum is right where one is known. */
  | { readonly kind: 'done'; readonly isVerified: boolean }
  /** The download was stopped; the part that has arrived is on the disk. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly reason: string };

export interface FetchContext {
  readonly folder: Folder;
  readonly signal: AbortSignal;
  /** Whether this file was begun before in this folder, so that what is there may be continued. */
  readonly wasBegun: boolean;
  /** Called with the number of bytes that have arrived; a negative number if some must come again. */
  readonly onBytes: (bytes: number) => void;
  /** Another link for the file, with the reason where there is none. Where the portal gives nothing more, it aborts the signal. */
  readonly renew: () => Promise<TransferFile>;
  readonly fetch: typeof fetch;
  readonly wait: (attempt: number, signal: AbortSignal) => Promise<void>;
}

/** So often a file is asked for in a row without any byte of it, and so often with a fresh link after a refusal. */
const maxAttempts = 6;
const maxRefusals = 2;

export const reasons = {
  checksum: 'Its checksum differs from that of the catalogue, twice.',
  size: 'It has another size than the catalogue says.',
  lost: 'The connection was lost, and trying again did not help.',
  refused: (status: number) => `The portal refused it (${status}).`,
} as const;

/**
 * Downloads a file to the disk. It goes on behind the bytes that are there, also after a lost connection, and compares the
 * checksum in the end; a file whose checksum differs is fetched once more from its beginning (rule 13.68).
 */
export async function fetchFile(file: TransferFile, context: FetchContext): Promise<FileOutcome> {
  const { parent, name } = await openParent(context.folder, file.path);
  const handle = await parent.getFileHandle(name, { create: true });
  for (const isAgain of [false, true]) {
    const outcome = await fetchOnce({ file, handle, mayContinue: context.wasBegun && !isAgain }, context);
    if (outcome !== 'differs') return outcome;
  }
  await parent.removeEntry(name);
  return failed(reasons.checksum);
}

interface Attempt {
  readonly file: TransferFile;
  readonly handle: FileOnDisk;
  readonly mayContinue: boolean;
}

async function fetchOnce(
  { file, handle, mayContinue }: Attempt,
  context: FetchContext,
): Promise<FileOutcome | 'differs'> {
  const writing = await openWriting({ file, handle, mayContinue }, context);
  let ended: FileOutcome | undefined;
  try {
    ended = await receive(file, writing, context);
    // The part that has arrived is kept, also of a file that failed: the next attempt continues after it.
    await writing.close();
  } catch (error) {
    await writing.abort();
    throw error;
  }
  if (ended !== undefined) return ended;
  const digest = writing.digest();
  if (file.checksum !== null && digest !== file.checksum.value.toLowerCase()) {
    context.onBytes(-writing.position());
    return 'differs';
  }
  return { kind: 'done', isVerified: file.checksum !== null };
}

/** Receives until the file is whole; undefined means that it is. */
async function receive(
  file: TransferFile,
  writing: Writing,
  context: FetchContext,
): Promise<FileOutcome | undefined> {
  let link = file;
  for (let attempt = 0; writing.position() < file.size; ) {
    if (link.url === null) return failed(link.problem ?? reasons.refused(403));
    const before = writing.position();
    const response = await ask(link.url, writing, context);
    attempt = writing.position() > before ? 1 : attempt + 1;
    if (writing.position() >= file.size) break;
    if (context.signal.aborted) return { kind: 'stopped' };
    if (response.kind === 'refused' && attempt > maxRefusals) return failed(response.reason);
    if (attempt > maxAttempts) return failed(reasons.lost);
    await context.wait(attempt, context.signal);
    if (response.kind === 'refused') link = await context.renew();
    if (context.signal.aborted) return { kind: 'stopped' };
  }
  return writing.position() > file.size ? failed(reasons.size) : undefined;
}

const failed = (reason: string): FileOutcome => ({ kind: 'failed', reason });

type LinkResponse = { readonly kind: 'ended' } | { readonly kind: 'refused'; readonly reason: string };

/** Asks for what is missing, and writes it; a connection that ends early is no fault of its own. */
async function ask(url: string, writing: Writing, { fetch, signal }: FetchContext): Promise<LinkResponse> {
  const position = writing.position();
  const headers: Record<string, string> = position === 0 ? {} : { range: `bytes=${position}-` };
  try {
    const response = await fetch(url, { headers, signal, credentials: 'include' });
    if (!response.ok || response.body === null) return { kind: 'refused', reason: await refusalOf(response) };
    if (position > 0 && !startsAt(response, position)) await writing.restart();
    await pour(response.body, writing, signal);
  } catch (error) {
    if (isOfDisk(error)) throw error;
  }
  return { kind: 'ended' };
}

async function pour(body: ReadableStream<Uint8Array>, writing: Writing, signal: AbortSignal): Promise<void> {
  const reader = body.getReader();
  const stop = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      await writing.write(new Uint8Array(step.value));
      if (signal.aborted) return;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** Errors of the disk are not those of the network, and trying again would not help. */
const isOfDisk = (error: unknown): boolean =>
  error instanceof DOMException &&
  ['QuotaExceededError', 'NotAllowedError', 'NoModificationAllowedError', 'NotFoundError'].includes(
    error.name,
  );

/** A page of another origin may not see the header; then the status alone says that it is a part. */
const startsAt = ({ status, headers }: Response, position: number): boolean =>
  status === 206 && (headers.get('content-range') ?? `bytes ${position}-`).startsWith(`bytes ${position}-`);

async function refusalOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined);
  const detail = typeof body === 'object' && body !== null && 'detail' in body ? body.detail : undefined;
  return typeof detail === 'string' && detail !== '' ? detail : reasons.refused(response.status);
}

/** A file that is being written, with its checksum so far. */
interface Writing {
  position(): number;
  write(chunk: Uint8Array<ArrayBuffer>): Promise<void>;
  /** From the beginning again. */
  restart(): Promise<void>;
  digest(): string;
  close(): Promise<void>;
  abort(): Promise<void>;
}

/**
 * A writer shows nothing of what it wrote before it is closed, and to open it again copies the whole file. So what has
 * arrived is made safe when the file has grown to 64 MB, 128 MB, 256 MB and so on: the copies are together no more than the
 * file itself.
 */
const firstCommit = 64 * 1024 * 1024;

async function openWriting(
  { file, handle, mayContinue }: Attempt,
  { onBytes }: FetchContext,
): Promise<Writing> {
  let hasher = createHasher(file.checksum?.kind ?? 'sha256');
  let position = 0;
  let writer: FileWriter;
  let nextCommit = firstCommit;

  const open = async (from: number): Promise<void> => {
    writer = await handle.createWritable({ keepExistingData: from > 0 });
    if (from > 0) await writer.seek(from);
    position = from;
  };
  const there = mayContinue ? await handle.getFile() : new Blob([]);
  const from = there.size <= file.size ? there.size : 0;
  if (from > 0) await hashBlob(there, hasher);
  await open(from);
  onBytes(from);
  return {
    position: () => position,
    write: async (chunk) => {
      await writer.write(chunk);
      hasher.update(chunk);
      position += chunk.byteLength;
      onBytes(chunk.byteLength);
      if (position < nextCommit || position >= file.size) return;
      while (nextCommit <= position) nextCommit *= 2;
      await writer.close();
      await open(position);
    },
    restart: async () => {
      onBytes(-position);
      hasher = createHasher(file.checksum?.kind ?? 'sha256');
      await writer.truncate(0);
      await writer.seek(0);
      position = 0;
    },
    digest: () => hasher.digest(),
    close: () => writer.close(),
    abort: () => writer.abort().catch(() => undefined),
  };
}

async function hashBlob(blob: Blob, hasher: Hasher): Promise<void> {
  const reader = blob.stream().getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) hasher.update(step.value);
}

/** A checksum that is made while the bytes arrive. */
interface Hasher {
  update(bytes: Uint8Array): void;
  /** In hex; nothing may be added after it. */
  digest(): string;
}

export type HashKind = 'sha256' | 'md5';

export function createHasher(kind: HashKind): Hasher {
  const hash = kind === 'sha256' ? sha256.create() : md5.create();
  return { update: (bytes) => void hash.update(bytes), digest: () => bytesToHex(hash.digest()) };
}
