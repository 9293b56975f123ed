import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Endpoint } from '@atrium/contract/endpoints/endpoint';
import type { TimeSlice } from '@atrium/warehouse';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { hasMoreParts, jsonPieces } from './jsonPieces.ts';
import { takesGzip } from './takesGzip.ts';

/** A reply of more parts than this is written in slices, since it takes milliseconds. */
const partsAtOnce = 10_000;

const bytesOfChunk = 65_536;

type Shape = Pick<Endpoint, 'method' | 'path' | 'reply'>;

interface Sending {
  readonly endpoint: Shape;
  readonly slice: TimeSlice;
}

/**
 * Sends what a handler returned as JSON, encoded by the schema of its endpoint (rule 9.2). A long answer is written in slices
 * while it is sent, so that others are answered in between (rule 8.17).
 */
export async function sendReply(
  reply: FastifyReply,
  answer: unknown,
  { endpoint, slice }: Sending,
): Promise<FastifyReply> {
  reply.type('application/json; charset=utf-8');
  if (typeof answer === 'object' && answer !== null && Object.isFrozen(answer))
    return sendKept(reply, await keptReply(answer, { endpoint, slice }));
  const data = encoded(endpoint, answer);
  if (!hasMoreParts(data, partsAtOnce)) return reply.send(JSON.stringify(data));
  await slice.giveWay();
  return reply.send(Readable.from(chunksOf(data, slice), { objectMode: false }));
}

/** The bytes of a reply; of a long one, as they are and packed. */
interface KeptReply {
  readonly schema: z.ZodType;
  readonly bytes: string | Buffer;
  readonly packed: Buffer | null;
}

/** A frozen answer cannot change, so it is encoded once, however often it is sent. */
const keptReplies = new WeakMap<object, KeptReply>();

async function keptReply(answer: object, { endpoint, slice }: Sending): Promise<KeptReply> {
  const before = keptReplies.get(answer);
  if (before?.schema === endpoint.reply) return before;
  const data = encoded(endpoint, answer);
  const kept = { schema: endpoint.reply, ...(await written(data, slice)) };
  keptReplies.set(answer, kept);
  return kept;
}

const pack = promisify(gzip);

async function written(data: object, slice: TimeSlice): Promise<Omit<KeptReply, 'schema'>> {
  if (!hasMoreParts(data, partsAtOnce)) return { bytes: JSON.stringify(data), packed: null };
  const chunks: Buffer[] = [];
  for await (const chunk of chunksOf(data, slice)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  return { bytes, packed: await pack(bytes) };
}

function sendKept(reply: FastifyReply, { bytes, packed }: KeptReply): FastifyReply {
  if (packed === null || !takesGzip(reply.request)) return reply.send(bytes);
  const vary = [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', ');
  return reply.header('vary', vary).header('content-encoding', 'gzip').send(packed);
}

async function* chunksOf(data: object, slice: TimeSlice): AsyncGenerator<Buffer> {
  let text = '';
  for (const piece of jsonPieces(data)) {
    text += piece;
    if (text.length >= bytesOfChunk) {
      yield Buffer.from(text);
      text = '';
    }
    await slice.giveWay();
  }
  yield Buffer.from(text);
}

function encoded({ method, path, reply }: Shape, answer: unknown): object {
  const written = z.safeEncode(reply, answer);
  if (written.success && typeof written.data === 'object' && written.data !== null) return written.data;
  throw new Error(`The reply of ${method} ${path} does not fit its schema.`, { cause: written.error });
}
