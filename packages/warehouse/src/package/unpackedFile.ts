import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { UnreadableFile } from './packageErrors.ts';
import type { LocalFile, Scratch } from './packageSource.ts';
import type { UnpackBudget } from './unpackBudget.ts';

/** Calls `take` with each chunk; an error that it throws ends the stream. */
export function eachChunk(take: (chunk: Buffer) => void): Transform {
  return new Transform({
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

/** The steps that unpack a gzipped file within the budget. */
export function gunzipSteps(file: string, budget: UnpackBudget): Transform[] {
  const size = { packed: 0, unpacked: 0 };
  return [
    eachChunk(({ length }) => {
      size.packed += length;
    }),
    createGunzip(),
    eachChunk(({ length }) => {
      size.unpacked += length;
      budget.take(file, size);
    }),
  ];
}

/** Why a gzipped file could not be unpacked, or null for an error of another kind. */
export const gzipFault = (error: Error): string | null =>
  'code' in error && String(error.code).startsWith('Z_') ? 'is not a whole gzip file' : null;

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
