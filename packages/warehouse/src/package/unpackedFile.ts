import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { UnreadableFile } from './packageErrors.ts';
import type { LocalFile, Scratch } from './packageSource.ts';
import type { UnpackBudget } from './unpackBudget.ts';

/** Calls `take` with each chunk and `end` after the last; an error that one throws or the other returns ends the stream. */
export function eachChunk(take: (chunk: Buffer) => void, end: () => Error | null = () => null): Transform {
  return new Transform({
    flush: (done) => done(end()),
    transform(chunk: Buffer, _encoding, done) {
      try {
        take(chunk);
        done(null, chunk);
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
}

const notWhole = 'is not a whole gzip file';

/**
 * The steps that unpack a gzipped file within the budget. A zero where a further member should begin ends the unpacking
 * without an error, so the bytes that were unpacked are compared with those of the file (rule 10.11).
 */
export function gunzipSteps(file: string, budget: UnpackBudget): Transform[] {
  const size = { packed: 0, unpacked: 0 };
  const gunzip = createGunzip();
  return [
    eachChunk(({ length }) => {
      size.packed += length;
    }),
    gunzip,
    eachChunk(
      ({ length }) => {
        size.unpacked += length;
        budget.take(file, size);
      },
      () => (gunzip.bytesWritten === size.packed ? null : new UnreadableFile(file, notWhole)),
    ),
  ];
}

/** The error code of `createGunzip` for bytes after the end of its data. */
const afterEnd = 'ERR_STREAM_PUSH_AFTER_EOF';

/** Why a gzipped file could not be unpacked, or null for an error of another kind. */
export const gzipFault = (error: Error): string | null =>
  'code' in error && (String(error.code).startsWith('Z_') || error.code === afterEnd) ? notWhole : null;

interface Unpacking {
  /** As the package names it, for messages. */
  readonly file: string;
  readonly isCompressed: boolean;
  readonly budget: UnpackBudget;
}

/** Writes files into a scratch folder, each once; the folder is the caller's to delete. */
export function createUnpacker() {
  const written = new Map<string, Promise<LocalFile>>();
  return async (
    { file, isCompressed, budget }: Unpacking,
    { scratchFolder, signal }: Scratch,
    openFile: () => Promise<Readable>,
  ): Promise<LocalFile> => {
    const known = written.get(file);
    if (known !== undefined) return await known;
    const localPath = join(scratchFolder, `unpacked-${written.size + 1}`);
    const steps = isCompressed ? gunzipSteps(file, budget) : [];
    const writing = openFile()
      .then((stream) =>
        pipeline(
          [stream, ...steps, createWriteStream(localPath, { mode: 0o600 })],
          signal === undefined ? {} : { signal },
        ),
      )
      .catch((error: unknown) => {
        const reason = error instanceof Error ? gzipFault(error) : null;
        throw reason === null ? error : new UnreadableFile(file, reason, { cause: error });
      })
      .then(async () => ({ localPath, bytes: (await stat(localPath)).size }));
    written.set(file, writing);
    return await writing;
  };
}
