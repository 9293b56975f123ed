import type { FileHandle } from 'node:fs/promises';

/** Small, since all receivers take turns with it and each holds one in memory. */
const pieceBytes = 131_072;

/** Reads a part of a file piece by piece, each in a turn; ends early where the file is shorter. */
export async function* readPieces(
  handle: FileHandle,
  { start, length }: { readonly start: number; readonly length: number },
  takeTurn: () => Promise<() => void>,
): AsyncGenerator<Uint8Array> {
  for (let read = 0; read < length; ) {
    const endTurn = await takeTurn();
    let piece: Uint8Array;
    try {
      const buffer = Buffer.allocUnsafeSlow(Math.min(pieceBytes, length - read));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, start + read);
      piece = buffer.subarray(0, bytesRead);
    } finally {
      endTurn();
    }
    if (piece.length === 0) return;
    read += piece.length;
    yield piece;
  }
}
