import { PassThrough } from 'node:stream';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { ZipFile } from 'yazl';
import type { SafePath, Written } from '../../http/index.ts';

/** One file of a zip; it is opened only when it is its turn. */
export interface ZipEntry {
  readonly path: SafePath;
  readonly size?: number;
  open(): AsyncIterable<Written | Uint8Array>;
}

const stored = { compress: false } as const;

/**
 * A zip that is made while it is sent, its files as they are: genomes are compressed already. One that cannot be made
 * whole breaks off, and has no directory at its end: no program takes it for a whole zip.
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  const fail = (error: unknown): void =>
    void output.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  addAll(zip, entries, output).catch(fail);
  try {
    for await (const chunk of output) if (chunk instanceof Uint8Array) yield chunk;
  } finally {
    output.destroy();
  }
}

async function addAll(zip: ZipFile, entries: AsyncIterable<ZipEntry>, output: PassThrough): Promise<void> {
  for await (const entry of entries) {
    if (output.destroyed) return;
    await added(zip, entry, output);
  }
  zip.end();
}

/** Adds a file when the one before has been sent, so that nothing waits in memory. */
function added(zip: ZipFile, { path, open, size }: ZipEntry, output: PassThrough): Promise<void> {
  const source = new PassThrough();
  zip.addReadStream(source, path, { ...stored, ...(size === undefined ? {} : { size }), mtime: zipTime });
  return pump(open(), source, output);
}

/** The same for all, so that the same files make the same zip. */
const zipTime = new Date('2020-01-01T00:00:00Z');

async function pump(
  body: AsyncIterable<Written | Uint8Array>,
  into: PassThrough,
  output: PassThrough,
): Promise<void> {
  for await (const chunk of body) {
    if (output.destroyed) throw new PortalError('client_gone', 'The client went away.');
    if (!into.write(chunk))
      await new Promise<void>((resolve) => {
        const go = (): void => {
          into.off('drain', go);
          output.off('close', go);
          resolve();
        };
        into.once('drain', go);
        output.once('close', go);
      });
  }
  into.end();
}
