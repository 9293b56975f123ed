import { createReadStream } from 'node:fs';
import type { CsvDialect } from '../../package/packagePlan.ts';
import { anyOf, ownTerminator } from './dialectMarks.ts';
import { decoderOf } from './openText.ts';
import { createScanner, maxUnit } from './recordScanner.ts';

const chunkBytes = 1024 * 1024;

export interface RecordFile {
  /** Unpacked. */
  readonly localPath: string;
  readonly encoding: string;
  readonly dialect: CsvDialect;
  readonly signal: AbortSignal | undefined;
}

/**
 * Counts the records of a CSV file of any form, without its header, comments and empty rows. It shares nothing with the
 * parsers of rows, so that a row which one of them loses or makes up is noticed (rule 10.11). What it counts of a file
 * that is no CSV of this dialect means nothing; a parser refuses such a file.
 */
export async function countRecords({ localPath, encoding, dialect, signal }: RecordFile): Promise<number> {
  const counter = createRecordCounter(dialect);
  let decoder: ReturnType<typeof decoderOf> | null = null;
  for await (const chunk of createReadStream(localPath, { highWaterMark: chunkBytes })) {
    signal?.throwIfAborted();
    decoder ??= decoderOf(encoding, chunk);
    counter.take(decoder.decode(chunk, { stream: true }));
  }
  return counter.end(decoder?.decode() ?? '');
}

/** Counts records in pieces of a text. */
export interface RecordCounter {
  take(piece: string): void;
  end(piece: string): number;
}

export function createRecordCounter(dialect: CsvDialect): RecordCounter {
  const { headerRow, commentRows, doubleQuote, skipInitialSpace } = dialect;
  const ignored = new Set(commentRows);
  const titles = headerRow === 1 ? 0 : headerRow;
  const { marks, codesOf } = markCodes(dialect);
  const scanner = createScanner({
    ...marks,
    skipsSpace: skipInitialSpace,
    doublesQuote: doubleQuote,
    isLenient: true,
    isSkipped: (row) => row <= titles || ignored.has(row),
  });
  return {
    take: (piece) => scanner.take(codesOf(piece, false)),
    end: (piece) => {
      scanner.take(codesOf(piece, true));
      const records = scanner.end()?.records ?? 0;
      return headerRow === 1 ? Math.max(0, records - 1) : records;
    },
  };
}

/** The marks of a dialect as codes, one of several characters as a code beyond all characters, and a text in such codes. */
function markCodes(dialect: CsvDialect) {
  const { delimiter, quoteChar, escapeChar, commentChar } = dialect;
  const codeOf = (mark: string | null, code: number): number | null =>
    mark === null || mark.length === 1 ? (mark?.charCodeAt(0) ?? null) : maxUnit + code;
  const written = [escapeChar, ownTerminator(dialect), commentChar, quoteChar, delimiter] as const;
  const [escapeCode, rowEnd, comment, quote] = written.map((mark, index) => codeOf(mark, 1 + index));
  const marks = { escape: escapeCode, rowEnd, comment, quote, delimiter: codeOf(delimiter, written.length) };
  const maxLength = Math.max(...written.map((mark) => mark?.length ?? 0));
  const isSingle = maxLength === 1;
  /** So many characters must be there before a mark is judged: an escape with its character, too. */
  const needed = isSingle ? 1 : Math.max(maxLength, (escapeChar?.length ?? 0) + 1);
  const parts = written.map((mark, index) => {
    if (mark === null || (index > 0 && mark.length === 1)) return '((?!))';
    return index === 0 ? `(${anyOf([mark])})[\\s\\S]` : `(${anyOf([mark])})`;
  });
  const find = new RegExp(isSingle ? '(?!)' : parts.join('|'), 'g');
  let rest = '';
  const codesOf = (piece: string, isLast: boolean): Uint32Array => {
    const text = rest + piece;
    const safe = isLast ? text.length : Math.max(0, text.length - needed + 1);
    const units = new Uint32Array(text.length);
    let length = 0;
    let at = 0;
    const take = (to: number): void => {
      while (at < to) units[length++] = text.charCodeAt(at++);
    };
    for (const { 0: all, index, ...found } of text.matchAll(find)) {
      if (index >= safe) break;
      take(index);
      const mark = written.findIndex((_, each) => found[each + 1] !== undefined);
      units[length++] = codeOf(written[mark] ?? null, 1 + mark) ?? 0;
      at = index + (written[mark]?.length ?? 0);
      take(index + all.length);
    }
    take(safe);
    rest = text.slice(at);
    return units.subarray(0, length);
  };
  return { marks, codesOf };
}
