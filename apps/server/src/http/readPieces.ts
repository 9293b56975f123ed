import type { FileHandle } from 'node:fs/promises';
import { fairSemaphores } from '@atrium/warehouse';

/** Waits until another piece of work may begin; returns the function to call at its end. */
export type TakePermit = (accountKey: string, signal: AbortSignal) => Promise<() => void>;

/**
 * The portal reads at most six pieces of files at a time, three of them for one account. Each read holds one of the few
 * threads for files and passwords, and its bytes are sent by the thread that answers questions (rule 13.70).
 */
const readsAtOnce = { atOnce: 6, each: 3 } as const;

/** Permits to read, shared fairly between accounts. A permit is for one piece, so a slow receiver keeps nobody waiting. */
export function createReads(): TakePermit {
  const semaphore = fairSemaphores.create(readsAtOnce);
  return async (asker, signal) => (await semaphore.take({ asker, signal })).end;
}

/** Small, since each receiver holds one in memory, and the others wait while it is read. */
const pieceBytes = 131_072;

/** Reads a part of a file piece by piece, each with a permit; ends early where the file is shorter. */
export async function* readPieces(
  handle: FileHandle,
  { start, length }: { readonly start: number; readonly length: number },
  takePermit: () => Promise<() => void>,
): AsyncGenerator<Uint8Array> {
  for (let read = 0; read < length; ) {
    const endPermit = await takePermit();
    let piece: Uint8Array;
    try {
      const buffer = Buffer.allocUnsafeSlow(Math.min(pieceBytes, length - read));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, start + read);
      piece = buffer.subarray(0, bytesRead);
    } finally {
      endPermit();
    }
    if (piece.length === 0) return;
    read += piece.length;
    yield piece;
  }
}
