import type { FileHandle } from 'node:fs/promises';

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
