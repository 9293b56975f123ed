import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { type Permission, whilePermitted } from './whilePermitted.ts';

type Chunk = string | Uint8Array;

/** A file that is sent while it is made; a Readable is one too. */
export interface Download {
  readonly fileName: string;
  readonly body: AsyncIterable<Chunk>;
}

const isIterable = (value: unknown): value is AsyncIterable<Chunk> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

const download = z.object({ fileName: z.string(), body: z.custom<AsyncIterable<Chunk>>(isIterable) });

const binary: ReadonlySet<string> = new Set(['application/vnd.apache.parquet']);

/**
 * The framework sends the headers with the first bytes, so that a refusal or fault until then is still a JSON error;
 * one after that breaks the connection, and the client sees an incomplete file.
 */
export function sendDownload(
  reply: FastifyReply,
  answer: unknown,
  { type, permission }: { readonly type: string; readonly permission: Permission },
): FastifyReply {
  const { fileName, body } = download.parse(answer);
  return reply
    .type(binary.has(type) ? type : `${type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"`)
    .send(Readable.from(whilePermitted(body, permission), { objectMode: false }));
}
