import type { BigIntStats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { UnreadableFile } from './packageErrors.ts';

/** What shows that a file was changed, or that another has its name now. */
type FileState = Pick<BigIntStats, 'size' | 'mtimeNs' | 'ino' | 'dev'>;

/** A file on this machine, and its state when the import first saw it. */
export interface SeenFile {
  /** As the package names it, for messages. */
  readonly file: string;
  readonly localPath: string;
  readonly state: FileState;
}

const chunkBytes = 256 * 1024;

/**
 * The bytes of a file. Throws UnreadableFile after the last of them unless the file is still as it was first seen: the
 * file that was opened, and the one that has its name now (rule 10.11).
 */
export async function* bytesOf({ file, localPath, state }: SeenFile): AsyncGenerator<Buffer> {
  const handle = await open(localPath);
  try {
    let left = state.size;
    for (;;) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, null);
      if (bytesRead === 0) break;
      left -= BigInt(bytesRead);
      yield buffer.subarray(0, bytesRead);
    }
    if (left !== 0n || !isSame(state, await handle.stat({ bigint: true }))) throw changed(file);
    await requireUnchanged({ file, localPath, state });
  } finally {
    await handle.close();
  }
}

/** Throws UnreadableFile unless the file that has the name is the one that was first seen, unchanged. */
export async function requireUnchanged({ file, localPath, state }: SeenFile): Promise<void> {
  const now = await stat(localPath, { bigint: true }).catch(() => null);
  if (now === null || !isSame(state, now)) throw changed(file);
}

const isSame = (one: FileState, other: FileState): boolean =>
  one.size === other.size && one.mtimeNs === other.mtimeNs && one.ino === other.ino && one.dev === other.dev;

const changed = (file: string): UnreadableFile =>
  new UnreadableFile(file, 'was changed or exchanged during the import');
