import type { FileHandle } from 'node:fs/promises';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { FastifyReply } from 'fastify';
import { type ByteRange, requestedRange } from './byteRange.ts';
import { readPieces } from './readPieces.ts';

/** The size of a stored content, and its strong entity tag. */
interface Stored {
  readonly size: number;
  readonly entityTag: string;
}

/** The bytes that an answer has of a stored content. */
export interface StoredPart {
  readonly start: number;
  readonly length: number;
  /** The whole size of the content. */
  readonly size: number;
  readonly isWhole: boolean;
}

const partFrom = (size: number, range: ByteRange | 'whole'): StoredPart =>
  range === 'whole'
    ? { start: 0, length: size, size, isWhole: true }
    : { start: range.start, length: range.end - range.start + 1, size, isWhole: false };

/**
 * The part of a stored content that a request asks for, for any method but GET all of it (RFC 9110, 14.2).
 * @throws PortalError 'no_such_range' where the content has no such bytes
 */
export function requestedPart(reply: FastifyReply, { size, entityTag }: Stored): StoredPart {
  const { method, headers } = reply.request;
  const { range, 'if-range': ifRange } = headers;
  if (method !== 'GET' && method !== 'HEAD') return partFrom(size, 'whole');
  const given = { range, ifRange: typeof ifRange === 'string' ? ifRange : undefined };
  const part = requestedRange(given, { size, entityTag });
  if (part !== 'none') return partFrom(size, part);
  reply.header('content-range', `bytes */${size}`);
  throw new PortalError('no_such_range', `range: the file has ${size} bytes`, { field: 'range' });
}

/** The status of an answer with a part, and the headers that say which part it is, and of what. */
export const headOf = (
  { start, length, size, isWhole }: StoredPart,
  entityTag: string,
): { readonly status: 200 | 206; readonly headers: Readonly<Record<string, string>> } => ({
  status: isWhole ? 200 : 206,
  headers: {
    'accept-ranges': 'bytes',
    etag: entityTag,
    'content-length': String(length),
    ...(isWhole ? {} : { 'content-range': `bytes ${start}-${start + length - 1}/${size}` }),
  },
});

/** What happens while stored bytes are sent. */
export interface Sending {
  /** Waits until a piece may be read. */
  readonly takeRead: () => Promise<() => void>;
  /** Called before the first byte. */
  readonly begin?: () => Promise<void>;
  /** Counts the bytes of the content from one position up to another before they leave; absent: nothing counts. */
  readonly count?: ((from: number, to: number) => Promise<void>) | undefined;
  /** So many bytes are counted at a time. */
  readonly countedAtOnce: number;
  /** Called at the end, however it came, where anything has left. */
  readonly end: (sent: { readonly bytes: number; readonly isComplete: boolean }) => Promise<unknown>;
}

/** The bytes of a part, each counted before it leaves; what has left is recorded at the end (rules 13.38 and 8.21). */
export async function* sendPart(
  handle: FileHandle,
  { start, length }: StoredPart,
  { takeRead, begin, count, countedAtOnce, end }: Sending,
): AsyncGenerator<Uint8Array> {
  let [bytes, counted] = [0, 0];
  await begin?.();
  try {
    if (length > 0)
      for await (const piece of readPieces(handle, { start, length }, takeRead)) {
        if (count !== undefined && bytes + piece.length > counted) {
          const next = Math.min(counted + countedAtOnce, length);
          await count(start + counted, start + next);
          counted = next;
        }
        bytes += piece.length;
        yield piece;
      }
    if (bytes !== length) throw new Error(`Of ${length} bytes of a stored file ${bytes} could be read.`);
  } finally {
    if (bytes > 0 || length === 0) await end({ bytes, isComplete: bytes === length });
  }
}

/** Acts when an answer is at its end, also where its client was gone before. */
export function atEnd({ raw }: FastifyReply, act: () => void): void {
  if (raw.destroyed) act();
  else raw.once('close', act);
}
