import { open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { TextDecoder } from 'node:util';
import { encodingName } from '../../package/fileFormat.ts';
import type { CsvDialect } from '../../package/packagePlan.ts';

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
  const file = await open(localPath);
  try {
    const buffer = Buffer.allocUnsafe(chunkBytes);
    let decoder: Decoder | null = null;
    for (;;) {
      signal?.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, chunkBytes);
      if (bytesRead === 0) break;
      const bytes = buffer.subarray(0, bytesRead);
      decoder ??= decoderOf(encoding, bytes);
      counter.take(decoder.decode(bytes));
    }
    return counter.end(decoder?.end() ?? '');
  } finally {
    await file.close();
  }
}

interface Decoder {
  decode(bytes: Buffer): string;
  end(): string;
}

/** A byte order mark of UTF-16 says more than the package does, as for the parsers. */
function decoderOf(encoding: string, begin: Buffer): Decoder {
  const named = encodingName(encoding);
  const mark = named.startsWith('utf-') ? begin.readUIntBE(0, Math.min(2, begin.length)) : 0;
  const name = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : named;
  if (name === 'utf-8' || name === 'utf-16le') {
    const decoder = new StringDecoder(name === 'utf-8' ? 'utf8' : 'utf16le');
    return { decode: (bytes) => decoder.write(bytes), end: () => decoder.end() };
  }
  const decoder = new TextDecoder(name);
  return { decode: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

/** Where the count stands: before anything of a row, before a cell, in one, in quotes, after them, in a comment. */
const at = { row: 0, cell: 1, text: 2, quotes: 3, closed: 4, comment: 5 } as const;
type State = (typeof at)[keyof typeof at];

/** Counts records in pieces of a text. */
export interface RecordCounter {
  take(piece: string): void;
  end(piece: string): number;
}

export function createRecordCounter(dialect: CsvDialect): RecordCounter {
  const { delimiter, quoteChar, doubleQuote, escapeChar, commentChar, skipInitialSpace } = dialect;
  const rowEnds = rowEndsOf(dialect);
  const marks = [delimiter, quoteChar, escapeChar, commentChar, ...rowEnds].filter((mark) => mark !== null);
  const mayBegin = firstUnits(marks);
  /** The longest that must be seen at once: an escape with its character, two quotes, a row end. */
  const longest = Math.max(2, ...marks.map((mark) => 2 * mark.length));
  const found = rowJudge(dialect);
  let state: State = at.row;
  let rest = '';
  let isStart = true;

  const endOfRow = (text: string, from: number): string =>
    rowEnds.find((mark) => text.startsWith(mark, from)) ?? '';

  const isBefore = (): boolean => state === at.row || state === at.cell;

  /** Takes a character that is no mark where it stands. */
  const takeText = (text: string, from: number): void => {
    const isSkipped = skipInitialSpace && isBefore() && /\s/.test(text[from] ?? '');
    if (!isSkipped) state = at.text;
  };

  /** Takes a mark or a character in quotes; returns the index after it. */
  const takeQuoted = (text: string, from: number): number => {
    if (escapeChar !== null && text.startsWith(escapeChar, from)) return from + escapeChar.length + 1;
    if (quoteChar === null || !text.startsWith(quoteChar, from)) return from + 1;
    const after = from + quoteChar.length;
    if (doubleQuote && text.startsWith(quoteChar, after)) return after + quoteChar.length;
    state = at.closed;
    return after;
  };

  const takeMark = (text: string, from: number): number => {
    if (state === at.quotes) return takeQuoted(text, from);
    const end = endOfRow(text, from);
    if (end !== '') {
      found.row(state !== at.row && state !== at.comment);
      state = at.row;
      return from + end.length;
    }
    if (state === at.comment) return from + 1;
    if (state === at.row && commentChar !== null && text.startsWith(commentChar, from)) {
      state = at.comment;
      return from + commentChar.length;
    }
    if (isBefore() && quoteChar !== null && text.startsWith(quoteChar, from)) {
      state = at.quotes;
      return from + quoteChar.length;
    }
    if (escapeChar !== null && text.startsWith(escapeChar, from)) {
      state = at.text;
      return from + escapeChar.length + 1;
    }
    if (text.startsWith(delimiter, from)) {
      state = at.cell;
      return from + delimiter.length;
    }
    takeText(text, from);
    return from + 1;
  };

  const scan = (text: string, end: number): number => {
    let index = 0;
    while (index < end) {
      if (mayBegin[text.charCodeAt(index)] === 1) index = takeMark(text, index);
      else {
        if (state === at.row || state === at.cell) takeText(text, index);
        index++;
      }
    }
    return index;
  };

  const begin = (piece: string): string => {
    if (!isStart || piece === '') return rest + piece;
    isStart = false;
    return piece.startsWith('\ufeff') ? piece.slice(1) : piece;
  };

  return {
    take: (piece) => {
      const text = begin(piece);
      rest = text.slice(scan(text, text.length - longest));
    },
    end: (piece) => {
      const text = begin(piece);
      scan(text, text.length);
      if (state !== at.row && state !== at.comment) found.row(true);
      return found.records();
    },
  };
}

const rowEndsOf = ({ lineTerminator }: CsvDialect): readonly string[] =>
  lineTerminator === null || /^[\r\n]+$/.test(lineTerminator) ? ['\r\n', '\n', '\r'] : [lineTerminator];

/** A 1 for every UTF-16 unit with which a mark begins. */
function firstUnits(marks: readonly string[]): Uint8Array {
  const units = new Uint8Array(65_536);
  for (const mark of marks) units[mark.charCodeAt(0)] = 1;
  return units;
}

/** Counts what stands below the header, by the numbers of rows. */
function rowJudge({ headerRow, commentRows }: CsvDialect) {
  const ignored = new Set(commentRows);
  let number = 0;
  let records = 0;
  let isHeaderFound = false;
  return {
    row: (isRecord: boolean): void => {
      number++;
      if (!isRecord || ignored.has(number)) return;
      if (headerRow === 1 && !isHeaderFound) isHeaderFound = true;
      else if (headerRow <= 1 || number > headerRow) records++;
    },
    records: (): number => records,
  };
}
