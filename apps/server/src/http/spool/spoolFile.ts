import { createHash } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import path from 'node:path';

/** A part of a file that is made: text or bytes, or bytes with the number of rows that they end. */
export type FilePart = string | Uint8Array | { readonly bytes: Uint8Array; readonly rows: number };

/** A whole file in the spool. */
export interface SpoolFile {
  readonly handle: FileHandle;
  readonly size: number;
  readonly rows: number;
  /** The SHA-256 of its bytes, in base64. */
  readonly sha256: string;
  /** The rows before a byte; a fraction within a piece, of which only bytes and rows are known. */
  readonly rowsBefore: (position: number) => number;
}

interface WriteRules {
  readonly folder: string;
  readonly name: string;
  /** Called before bytes are written; throws where there is no room for them. */
  readonly reserve: (bytes: number) => void;
  /** Counts the rows that the file must have, while it is written; null where nobody knows. */
  readonly rows: ((signal: AbortSignal) => Promise<number | null>) | undefined;
  readonly signal: AbortSignal;
}

/**
 * Writes a file to its end. It has a name on the disk for a moment only, so that nothing is left of it when the process
 * is killed, and nobody else can open it (rule 8.24).
 * @throws Error where the bytes or rows on the disk are not those that were counted
 */
export async function writeSpoolFile(
  parts: AsyncIterable<FilePart>,
  { folder, name, reserve, rows: count, signal }: WriteRules,
): Promise<SpoolFile> {
  const file = path.join(folder, name);
  const handle = await open(file, 'wx+', 0o600);
  try {
    await unlink(file);
    const counting = count?.(signal);
    // Its failure is that of the file, once the file is written.
    counting?.catch(() => undefined);
    const hash = createHash('sha256');
    const index = createRowIndex();
    for await (const part of parts) {
      signal.throwIfAborted();
      const { bytes, rows } = withRows(part);
      reserve(bytes.length);
      hash.update(bytes);
      await writeAll(handle, bytes);
      index.add(bytes.length, rows);
    }
    signal.throwIfAborted();
    const { size, rows } = index.total();
    const stored = (await handle.stat()).size;
    if (stored !== size) throw new Error(`Of ${size} bytes of an export ${stored} are in the spool.`);
    const expected = (await counting) ?? null;
    if (expected !== null && rows !== expected)
      throw new Error(`An export has ${rows} rows, but ${expected} were counted.`);
    return { handle, size, rows, sha256: hash.digest('base64'), rowsBefore: index.rowsBefore };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function withRows(part: FilePart): { readonly bytes: Uint8Array; readonly rows: number } {
  if (typeof part === 'string') return { bytes: Buffer.from(part), rows: 0 };
  return part instanceof Uint8Array ? { bytes: part, rows: 0 } : part;
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length; )
    written += (await handle.write(bytes, written, bytes.length - written)).bytesWritten;
}

/** Where the pieces of a file end, in bytes and in rows. */
function createRowIndex() {
  const ends: number[] = [];
  const rowEnds: number[] = [];
  const total = () => ({ size: ends.at(-1) ?? 0, rows: rowEnds.at(-1) ?? 0 });
  return {
    total,
    add: (bytes: number, rows: number): void => {
      const before = total();
      if (bytes === 0 && rows > 0) throw new Error('Rows of an export have no bytes.');
      if (bytes === 0) return;
      ends.push(before.size + bytes);
      rowEnds.push(before.rows + rows);
    },
    rowsBefore: (position: number): number => {
      const found = firstFrom(ends, position);
      const [from, to] = [ends[found - 1] ?? 0, ends[found] ?? 0];
      const [rowsFrom, rowsTo] = [rowEnds[found - 1] ?? 0, rowEnds[found] ?? 0];
      return to === from ? rowsFrom : rowsFrom + ((rowsTo - rowsFrom) * (position - from)) / (to - from);
    },
  };
}

/** The index of the first of ascending numbers that is not less than a value. */
function firstFrom(ascending: readonly number[], value: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
