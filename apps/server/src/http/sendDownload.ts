import { Readable } from 'node:stream';
import { PortalError } from '@atrium/contract';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';

type Chunk = string | Uint8Array;

/** A file that is sent while it is made; a Readable is one too. */
export interface Download {
  readonly fileName: string;
  readonly body: AsyncIterable<Chunk>;
}

const isIterable = (value: unknown): value is AsyncIterable<Chunk> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

const download = z.object({ fileName: z.string(), body: z.custom<AsyncIterable<Chunk>>(isIterable) });

/**
 * Sends the headers only once the first chunk is there, so that a refusal or fault until then is still a JSON error;
 * one after that breaks the connection, and the client sees an incomplete file.
 */
export async function sendDownload(
  reply: FastifyReply,
  type: string,
  answer: unknown,
): Promise<FastifyReply> {
  const { fileName, body } = download.parse(answer);
  const iterator = body[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (reply.raw.destroyed) {
    await iterator.return?.();
    throw new PortalError('client_gone', 'The client went away.');
  }
  return reply
    .type(`${type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"`)
    .send(Readable.from(resumed(first, iterator), { objectMode: false }));
}

/** The chunks again from the first; not a generator, since one that never started would not close its source. */
function resumed(first: IteratorResult<Chunk>, source: AsyncIterator<Chunk>): AsyncIterable<Chunk> {
  let held: IteratorResult<Chunk> | undefined = first;
  const next = async () => {
    const current = held ?? (await source.next());
    held = undefined;
    return current;
  };
  const end = async () => source.return?.() ?? { done: true as const, value: undefined };
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
}
