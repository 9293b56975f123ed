import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { FilePart } from './spool/spoolFile.ts';

type Chunk = string | Uint8Array;

/** A file that a slice makes. The portal makes it once, into its spool, and then sends it (rule 8.24). */
export interface Download {
  readonly fileName: string;
  /**
   * What it is made of. A function gets the signal that ends the making, which goes on as long as anybody waits for the
   * same file; an iterable ends with the request that it was made for.
   */
  readonly body: AsyncIterable<FilePart> | ((signal: AbortSignal) => AsyncIterable<FilePart>);
  /** The count receipts of what is in the file, sent as headers (rule 3.26). */
  readonly receipts?: Readonly<Record<string, string>>;
  /** Two files of one account with the same key have the same bytes; absent: each is made anew. */
  readonly key?: string;
  /** Counts the rows that the file must have, apart from the file; null where nobody knows. */
  readonly rows?: (signal: AbortSignal) => Promise<number | null>;
  /** What is counted and recorded while it is sent; absent: the slice has done that. */
  readonly sending?: SendingOfRows;
}

/** Counts and records the rows and bytes of a file that leave. */
export interface SendingOfRows {
  /** Refuses where so many rows are more than the caller may have today (rule 8.21); absent: there is no limit. */
  readonly requireRoom?: ((rows: number) => void) | undefined;
  /** Counts what is about to leave; absent: nothing counts. */
  readonly count?: ((amount: { readonly rows: number; readonly bytes: number }) => Promise<void>) | undefined;
  /** Called at the end, however it came, where anything has left. */
  readonly end: (sent: SentRows) => Promise<unknown>;
}

/** What has left of a file. */
export interface SentRows {
  readonly rows: number;
  readonly bytes: number;
  /** Whether all that was asked for has left. */
  readonly isComplete: boolean;
  /** The first byte, and the size of the whole file; absent where the whole file was asked for. */
  readonly from?: number;
  readonly size?: number;
}

const isIterable = (value: unknown): value is AsyncIterable<FilePart> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

const isFunction = (value: unknown): boolean => typeof value === 'function';

const download = z.object({
  fileName: z.string(),
  body: z.custom<Download['body']>((value) => isIterable(value) || isFunction(value)),
  receipts: z.record(z.string(), z.string()).optional(),
  key: z.string().optional(),
  rows: z.custom<NonNullable<Download['rows']>>(isFunction).optional(),
  sending: z.custom<SendingOfRows>((value) => typeof value === 'object' && value !== null).optional(),
});

export const parseDownload = (answer: unknown) => download.parse(answer);

/** `cohortReceipt` becomes `atrium-cohort-receipt`. */
const receiptHeaders = (receipts: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(receipts).map(([name, id]) => [
      `atrium-${name.replace(/[A-Z]/g, '-$&').toLowerCase()}`,
      id,
    ]),
  );

const binary: ReadonlySet<string> = new Set(['application/vnd.apache.parquet', 'application/zip']);

/** The headers that name a file and its receipts. */
export const namingHeaders = (
  { fileName, receipts = {} }: Pick<z.output<typeof download>, 'fileName' | 'receipts'>,
  type: string,
): Readonly<Record<string, string>> => ({
  'content-type': binary.has(type) ? type : `${type}; charset=utf-8`,
  'content-disposition': `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"`,
  ...receiptHeaders(receipts),
});

const events = z.object({ body: z.custom<AsyncIterable<Chunk>>(isIterable) });

/** Sends events for as long as the work takes that they report on; they are no file, and not spooled. */
export function sendEvents(reply: FastifyReply, answer: unknown, rules: FileRules): FastifyReply {
  const file = openFile(events.parse(answer).body, rules);
  reply.server.openFiles.add(file);
  file.once('end', () => limitWriting(reply.raw.socket));
  return reply.type('text/event-stream; charset=utf-8').send(file);
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
const maxPauseMs = 60_000;

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
    if (pause >= maxPauseMs) stop(new Error('The client has stopped reading.'));
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
  if (socket instanceof Socket) socket.setTimeout(maxPauseMs);
}
