import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, constants, copyFile, open } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A file of a back-up, with what it must have again when it is read. */
export interface SavedPart {
  /** Its name in the folder of the back-up. */
  readonly file: string;
  readonly bytes: number;
  /** Of its bytes, hex. */
  readonly sha256: string;
  /** Of a table; absent where the file is none. */
  readonly rows?: number | undefined;
}

/** Where a release is written to, or comes from. */
export interface SavedFolder {
  readonly release: string;
  /** Private and empty, or with what `save` wrote. */
  readonly folder: string;
  readonly signal?: AbortSignal | undefined;
}

export type Sum = Pick<SavedPart, 'bytes' | 'sha256'>;

/** Counts bytes and computes their check sum while they pass. */
export function createMeter(): { readonly take: (bytes: Buffer) => void; readonly sum: () => Sum } {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    take: (chunk) => {
      bytes += chunk.length;
      hash.update(chunk);
    },
    sum: () => ({ bytes, sha256: hash.digest('hex') }),
  };
}

/** Reads a file whole; returns its length and check sum. */
export async function sumOf(file: string, signal?: AbortSignal): Promise<Sum> {
  const meter = createMeter();
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      meter.take(chunk);
      done();
    },
  });
  await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), sink, signal ? { signal } : {});
  return meter.sum();
}

/**
 * Copies a file that does not exist yet and waits for the disk. Original and copy are both read whole.
 * @throws an Error where they differ from each other, or from what is expected
 */
export async function copyCounted(
  from: string,
  to: string,
  { expected, signal }: { readonly expected?: Sum; readonly signal?: AbortSignal | undefined } = {},
): Promise<Sum> {
  await copyFile(from, to, constants.COPYFILE_EXCL);
  await chmod(to, 0o600);
  const wanted = expected ?? (await sumOf(from, signal));
  const handle = await open(to, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  requireSame(from, await sumOf(to, signal), wanted);
  return wanted;
}

/** Throws, naming the file, where a length or a check sum differs. */
export function requireSame(file: string, found: Sum, wanted: Sum): void {
  if (found.bytes !== wanted.bytes)
    throw new Error(`${file} has ${found.bytes} bytes instead of ${wanted.bytes}.`);
  if (found.sha256 !== wanted.sha256)
    throw new Error(`${file} has another check sum (SHA-256) than was written down.`);
}
