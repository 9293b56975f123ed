import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';

type Chunk = string | Uint8Array;

/** A file that is sent while it is made. The body may be a Readable. */
export interface Download {
  readonly fileName: string;
  readonly body: AsyncIterable<Chunk>;
  /** The count receipts of what is in the file, sent as headers (rule 3.26). */
  readonly receipts?: Readonly<Record<string, string>>;
}

const isIterable = (value: unknown): value is AsyncIterable<Chunk> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

const download = z.object({
  fileName: z.string(),
  body: z.custom<AsyncIterable<Chunk>>(isIterable),
  receipts: z.record(z.string(), z.string()).optional(),
});

/** `cohortReceipt` becomes `atrium-cohort-receipt`. */
const headersOf = (receipts: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(receipts).map(([name, id]) => [
      `atrium-${name.replace(/[A-Z]/g, '-$&').toLowerCase()}`,
      id,
    ]),
  );

const binary: ReadonlySet<string> = new Set(['application/vnd.apache.parquet', 'application/zip']);

/**
 * Sends a file. The headers go out with the first bytes, so an error before them is still a JSON error; a later one
 * breaks the connection, and the client sees an incomplete file. A client of HTTP 1.0, as many proxies are, takes the
 * end of the connection for the end of the file; so the connection is reset there.
 */
export function sendDownload(
  reply: FastifyReply,
  answer: unknown,
  { type, permission, abort }: DownloadRules,
): FastifyReply {
  const { fileName, body, receipts = {} } = download.parse(answer);
  const file = openFile(body, { permission, abort });
  file.once('end', () => limitWriting(reply.raw.socket));
  file.once('error', () => {
    const { headersSent, socket } = reply.raw;
    if (headersSent && reply.request.raw.httpVersion === '1.0') socket?.resetAndDestroy();
  });
  return reply
    .type(binary.has(type) ? type : `${type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"`)
    .headers(headersOf(receipts))
    .send(file);
}

interface DownloadRules extends FileRules {
  readonly type: string;
}

export interface FileRules {
  readonly permission: Permission;
  /** Ends what makes the file, which may be waiting for a long statement. */
  readonly abort: (reason: Error) => void;
}

interface Permission {
  /** Throws where the caller may no longer have the rest. */
  readonly check: () => Promise<unknown>;
  readonly clock: () => Date;
}

/** The state of the reader of a file. */
interface Reader {
  /** Since when the file waits for the reader to take more; null while the reader waits for the file. */
  waitsSince: number | null;
}

/** A download goes on for this long at most after the permission is gone. */
const checkedForMs = 1000;

/** A reader who takes nothing of a file for this long gets no more of it. */
const longestPauseMs = 60_000;

/** A piece is small enough for a slow reader to take within the longest pause. */
const pieceBytes = 65_536;

/** A file as a stream that ends by the clock, also while nobody reads it (rule 8.6). */
export function openFile(body: AsyncIterable<Chunk>, rules: FileRules): Readable {
  const reader: Reader = { waitsSince: null };
  const pieces = whilePermitted(inPieces(body), rules.permission, reader);
  const file = Readable.from(pieces, { objectMode: false });
  watch(file, reader, rules);
  return file;
}

/** A file in small pieces, so that a slow reader who takes what comes is never taken for one who has stopped. */
async function* inPieces(file: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
  for await (const chunk of file) {
    if (chunk.length <= pieceBytes) {
      yield chunk;
      continue;
    }
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    for (let start = 0; start < bytes.length; start += pieceBytes)
      yield bytes.subarray(start, start + pieceBytes);
  }
}

/**
 * Passes on a file while its caller may have it: the permission is checked again before a part that is sent more than a
 * second after the last check (rule 8.6).
 */
async function* whilePermitted(
  file: AsyncIterable<Chunk>,
  { check, clock }: Permission,
  reader: Reader,
): AsyncGenerator<Chunk> {
  let last = clock().getTime();
  for await (const chunk of file) {
    const now = clock().getTime();
    // Otherwise there would be no check after a clock was set back, until it has caught up.
    if (now < last || now - last >= checkedForMs) {
      await check();
      last = now;
    }
    reader.waitsSince = now;
    yield chunk;
    reader.waitsSince = null;
  }
}

/**
 * Ends a file by the clock, also while nobody reads it: when its caller may no longer have it, and when its reader has
 * taken nothing for too long (rule 8.6). Otherwise an unread download would keep its slot without limit.
 */
function watch(file: Readable, reader: Reader, { permission, abort }: FileRules): void {
  const { check, clock } = permission;
  let isChecking = false;
  const stop = (error: Error): void => {
    abort(error);
    file.destroy(error);
  };
  const look = async (): Promise<void> => {
    const pause = clock().getTime() - (reader.waitsSince ?? Number.POSITIVE_INFINITY);
    if (pause >= longestPauseMs) stop(new Error('The client has stopped reading.'));
    else await check();
  };
  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    look()
      .catch((error: unknown) => stop(error instanceof Error ? error : new Error(String(error))))
      .finally(() => {
        isChecking = false;
      });
  }, checkedForMs);
  timer.unref();
  file.once('close', () => clearInterval(timer));
}

/** Closes a connection on which nothing can be written for too long; for an answer that is complete but unsent. */
export function limitWriting(socket: unknown): void {
  if (socket instanceof Socket) socket.setTimeout(longestPauseMs);
}
