import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Disposition } from './safeText.ts';
import { type FileRules, limitWriting, openFile } from './sendDownload.ts';

/** Bytes that a slice has or makes, with the headers that describe them; or where they are instead. */
export interface Delivery {
  readonly status: 200 | 206 | 307;
  readonly headers: Readonly<Record<string, string>> & { readonly 'content-disposition'?: Disposition };
  /** Null where only the headers are sent. */
  readonly body: AsyncIterable<string | Uint8Array> | null;
  /** Called every second beside the permission check of the call; throws where the rest may not be sent. */
  readonly check?: () => Promise<unknown>;
}

const delivery = z.object({
  status: z.union([z.literal(200), z.literal(206), z.literal(307)]),
  headers: z.record(z.string(), z.string()),
  body: z.custom<Delivery['body']>((value) => value === null || isIterable(value)),
  check: z.custom<() => Promise<unknown>>((value) => typeof value === 'function').optional(),
});

const isIterable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/**
 * Sends bytes for as long as the caller may have them (rule 8.6). A body that ends early or fails breaks the connection:
 * with its length in the headers, no client takes a part for the whole.
 */
export function sendDelivery(reply: FastifyReply, answer: unknown, rules: FileRules): FastifyReply {
  const { status, headers, body, check } = delivery.parse(answer);
  reply.code(status).headers(headers);
  // A stream of nothing: a text would set a length of 0, also in the answer to a HEAD.
  if (body === null) return reply.send(Readable.from([], { objectMode: false }));
  const { permission } = rules;
  const checkAll = async (): Promise<void> => {
    await permission.check();
    await check?.();
  };
  const file = openFile(body, { ...rules, permission: { ...permission, check: checkAll } });
  reply.server.openFiles.add(file);
  file.once('end', () => limitWriting(reply.raw.socket));
  file.once('error', () => {
    const { headersSent, socket } = reply.raw;
    if (headersSent && reply.request.raw.httpVersion === '1.0') socket?.resetAndDestroy();
  });
  return reply.send(file);
}
