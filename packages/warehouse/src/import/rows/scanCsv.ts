import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { type CsvScan, createScanner } from './recordScanner.ts';

const chunkBytes = 4 * 1024 * 1024;

/**
 * Counts the records of a file of the usual form and finds where its lines run ahead of them, by its bytes alone. Null
 * for another form, and for bytes that are not UTF-8.
 */
export async function scanCsv(
  path: string,
  { delimiter, quote }: { readonly delimiter: string; readonly quote: string | null },
  onBytes: (bytes: number) => void,
): Promise<CsvScan | null> {
  const scanner = createScanner({
    delimiter: delimiter.charCodeAt(0),
    quote: quote?.charCodeAt(0),
  });
  const isText = utf8Check();
  const mayBeQuoted = (bytes: Buffer): boolean =>
    scanner.isQuoted() ||
    (quote !== null && bytes.includes(quote)) ||
    bytes.includes('\r') ||
    bytes.includes(0);
  const file = await open(path);
  try {
    const buffer = Buffer.allocUnsafe(chunkBytes);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, chunkBytes);
      if (bytesRead === 0) return isText(Buffer.alloc(0), true) ? scanner.end() : null;
      const bytes = buffer.subarray(0, bytesRead);
      if (!isText(bytes, false)) return null;
      // A search for line ends is ten times as fast as looking at each byte.
      if (mayBeQuoted(bytes)) scanner.take(bytes);
      else scanner.takeLines(bytes);
      if (!scanner.isUsual()) return null;
      onBytes(bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** Checks piece by piece; the bytes of a character that a piece cuts wait for the next one. */
function utf8Check(): (bytes: Buffer, isEnd: boolean) => boolean {
  let waiting = Buffer.alloc(0);
  return (bytes, isEnd) => {
    const all = waiting.length === 0 ? bytes : Buffer.concat([waiting, bytes]);
    const end = isEnd ? all.length : endOfCharacters(all);
    waiting = Buffer.from(all.subarray(end));
    return isUtf8(all.subarray(0, end));
  };
}

/** Where the last whole character ends: a character has at most four bytes, and its first one says how many. */
function endOfCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}
