import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';

type Chunk = string | Uint8Array;

/** A file that is sent while it is made. The body may be a Readable. */
export interface Download {
  readonly fileName: string;
  readonly body: AsyncIterable<Chunk>;
}

const isIterable = (value: unknown): value is AsyncIterable<Chunk> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

const download = z.object({ fileName: z.string(), body: z.custom<AsyncIterable<Chunk>>(isIterable) });

const binary: ReadonlySet<string> = new Set(['application/vnd.apache.parquet']);

/**
 * Sends a file. The headers go out with the first bytes, so an error before them is still a JSON error; a later one
 * breaks the connection, and the client sees an incomplete file. A client of HTTP 1.0, as many proxies are, takes the
 * end of the connection for the end of the file; so the connection is reset there.
 */
export function sendDownload(
  reply: FastifyReply,
  answer: unknown,
  { type, permission }: { readonly type: string; readonly permission: Permission },
): FastifyReply {
  const { fileName, body } = download.parse(answer);
  const file = Readable.from(whilePermitted(body, permission), { objectMode: false });
  file.once('error', () => {
    const { headersSent, socket } = reply.raw;
    if (headersSent && reply.request.raw.httpVersion === '1.0') socket?.resetAndDestroy();
  });
  return reply
    .type(binary.has(type) ? type : `${type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"`)
    .send(file);
}

interface Permission {
  /** Throws where the caller may no longer have the rest. */
  readonly check: () => Promise<void>;
  readonly clock: () => Date;
}

/** A download goes on for this long at most after the permission is gone. */
const checkedForMs = 1000;

/**
 * Passes on a file while its caller may have it: the permission is checked again before a part that is sent more than a
 * second after the last check (rule 8.6).
 */
async function* whilePermitted<Chunk>(
  file: AsyncIterable<Chunk>,
  { check, clock }: Permission,
): AsyncGenerator<Chunk> {
  let last = clock().getTime();
  for await (const chunk of file) {
    const now = clock().getTime();
    // After a clock was set back there would else be no check until it has caught up.
    if (now < last || now - last >= checkedForMs) {
      await check();
      last = now;
    }
    yield chunk;
  }
}

/**
 * Writes rows as CSV of RFC 4180. A cell with a line break of any kind is quoted, and so is an empty one that is alone:
 * its line would be taken for no row.
 */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    {
      record_delimiter: 'windows',
      quoted_match: /[\r\n]/,
      quoted_empty: rows.some(({ length }) => length === 1),
    },
  );
