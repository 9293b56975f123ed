import { Transform } from 'node:stream';
import type { CsvDialect } from '../../package/packagePlan.ts';

/** A record as a parser gives it, with what was found up to its end: `lines` is the line on which it ends. */
export interface CsvRecord {
  readonly record: readonly (string | null)[];
  readonly info: {
    readonly lines: number;
    readonly records: number;
    readonly comment_lines: number;
    readonly empty_lines: number;
  };
}

/** Without this limit, an unclosed quote would take the rest of the file into memory. */
export const maxRecordBytes = 16 * 1024 * 1024;

/** Whether rows end with something other than a line break. */
const isOwnTerminator = ({ lineTerminator }: CsvDialect): boolean =>
  lineTerminator !== null && !/^[\r\n]+$/.test(lineTerminator);

/** What ends a row. */
export const terminatorsOf = (dialect: CsvDialect): string[] =>
  isOwnTerminator(dialect) ? [dialect.lineTerminator ?? ''] : ['\r\n', '\n', '\r'];

/** What a scan of one row found: its cells, none in a comment or an empty row, and where the next row begins. */
interface Scanned {
  readonly kind: 'record' | 'comment' | 'empty';
  readonly cells: readonly (string | null)[];
  readonly end: number;
}

interface Marks {
  readonly dialect: CsvDialect;
  readonly escapeChar: string;
  readonly terminators: readonly string[];
  /** So many characters must be there before one can be judged. */
  readonly lookahead: number;
}

/**
 * Parses CSV with an escape character, which takes the meaning from whatever character follows: a quote, a delimiter, a
 * line break or itself, inside quotes and outside. The usual parser knows escapes of quotes only.
 */
export function parseEscaped(dialect: CsvDialect, escapeChar: string): Transform {
  const terminators = terminatorsOf(dialect);
  const lookahead = Math.max(
    2,
    escapeChar.length + 1,
    dialect.delimiter.length,
    dialect.commentChar?.length ?? 0,
    ...terminators.map((t) => t.length),
  );
  const marks: Marks = { dialect, escapeChar, terminators, lookahead };
  let rest = '';
  let lines = 1;
  const rows = { record: 0, comment: 0, empty: 0 };
  const take = (push: (record: CsvRecord) => void, isLast: boolean): void => {
    let start = 0;
    while (start < rest.length) {
      const scanned = scanRecord(start, { ...marks, text: rest, isLast, lines });
      if (scanned === null) break;
      const { kind, cells, end } = scanned;
      lines += breaksIn(cells);
      rows[kind] += 1;
      const { record: records, comment: comment_lines, empty: empty_lines } = rows;
      if (kind === 'record') push({ record: cells, info: { lines, records, comment_lines, empty_lines } });
      lines += 1;
      start = end;
    }
    rest = rest.slice(start);
    if (rest.length > maxRecordBytes) throw fault('CSV_MAX_RECORD_SIZE', lines);
  };
  return new Transform({
    readableObjectMode: true,
    decodeStrings: false,
    transform(chunk: string | Buffer, _encoding, done) {
      rest += String(chunk);
      attempt(() => take((record) => this.push(record), false), done);
    },
    flush(done) {
      attempt(() => take((record) => this.push(record), true), done);
    },
  });
}

function attempt(work: () => void, done: (error?: Error | null) => void): void {
  try {
    work();
    done();
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)));
  }
}

const fault = (code: string, lines: number): Error => Object.assign(new Error(code), { code, lines });

/** Line breaks inside cells, as the usual parser counts them: a CRLF is two. */
const breaksIn = (cells: readonly (string | null)[]): number =>
  cells.reduce((sum, cell) => sum + (cell?.match(/[\r\n]/g)?.length ?? 0), 0);

interface Scan extends Marks {
  readonly text: string;
  readonly isLast: boolean;
  readonly lines: number;
}

/** One row from `start` on; null where its end has not arrived. */
function scanRecord(start: number, scan: Scan): Scanned | null {
  const { text, dialect, isLast } = scan;
  const { delimiter, commentChar } = dialect;
  const first = afterSpaces(start, scan);
  if (first >= text.length) return isLast ? { kind: 'empty', cells: [], end: first } : null;
  if (commentChar !== null && text.startsWith(commentChar, first)) return scanComment(first, scan);
  const cells: (string | null)[] = [];
  for (let at = first; ; ) {
    const cell = scanCell(at, scan);
    if (cell === null) return null;
    const { end, value } = cell;
    const terminator = terminatorAt(end, scan);
    if (cells.length === 0 && end === first && terminator !== '')
      return { kind: 'empty', cells: [], end: end + terminator.length };
    cells.push(value);
    if (end >= text.length) return isLast ? { kind: 'record', cells, end } : null;
    if (terminator !== '') return { kind: 'record', cells, end: end + terminator.length };
    at = end + delimiter.length;
  }
}

function scanComment(start: number, scan: Scan): Scanned | null {
  for (let at = start; at < scan.text.length; at++) {
    if (!scan.isLast && at + scan.lookahead > scan.text.length) return null;
    const terminator = terminatorAt(at, scan);
    if (terminator !== '') return { kind: 'comment', cells: [], end: at + terminator.length };
  }
  return scan.isLast ? { kind: 'comment', cells: [], end: scan.text.length } : null;
}

/** Behind spaces that are skipped; what separates cells or ends rows is none, though it may look like one. */
function afterSpaces(start: number, scan: Scan): number {
  const { text, dialect } = scan;
  if (!dialect.skipInitialSpace) return start;
  let at = start;
  while (
    /\s/.test(text[at] ?? '') &&
    !text.startsWith(dialect.delimiter, at) &&
    terminatorAt(at, scan) === ''
  )
    at++;
  return at;
}

const terminatorAt = (at: number, { text, terminators }: Scan): string =>
  terminators.find((terminator) => text.startsWith(terminator, at)) ?? '';

interface CellCursor {
  at: number;
  value: string;
  /** Inside quotes. */
  isOpen: boolean;
  readonly isQuoted: boolean;
}

/** A cell and the index of the delimiter or row end after it; null where its end has not arrived. */
function scanCell(start: number, scan: Scan): { value: string | null; end: number } | null {
  const { text, dialect, isLast } = scan;
  const first = afterSpaces(start, scan);
  const { quoteChar } = dialect;
  const isQuoted = quoteChar !== null && text.startsWith(quoteChar, first);
  const cursor: CellCursor = {
    at: isQuoted ? first + quoteChar.length : first,
    value: '',
    isOpen: isQuoted,
    isQuoted,
  };
  for (let isInside = true; isInside && cursor.at < text.length; ) {
    if (!isLast && cursor.at + scan.lookahead > text.length) return null;
    isInside = takeCharacter(cursor, scan);
  }
  const { at, value, isOpen } = cursor;
  if (at >= text.length && !isLast) return null;
  if (isOpen) throw fault('CSV_QUOTE_NOT_CLOSED', scan.lines);
  // The word for null may begin with the escape, so it is compared before escapes are taken away.
  const isNull = !isQuoted && text.slice(first, at) === dialect.nullSequence;
  return { value: isNull ? null : value, end: Math.min(at, text.length) };
}

/** Takes the next character of a cell; false where the cell has ended. */
function takeCharacter(cursor: CellCursor, scan: Scan): boolean {
  const { text, dialect, escapeChar } = scan;
  const { at } = cursor;
  if (text.startsWith(escapeChar, at)) {
    cursor.value += text[at + escapeChar.length] ?? '';
    cursor.at += escapeChar.length + 1;
    return true;
  }
  if (cursor.isOpen) return takeQuoted(cursor, scan);
  if (text.startsWith(dialect.delimiter, at) || terminatorAt(at, scan) !== '') return false;
  if (cursor.isQuoted) throw fault('CSV_INVALID_CLOSING_QUOTE', scan.lines);
  cursor.value += text[at] ?? '';
  cursor.at++;
  return true;
}

function takeQuoted(cursor: CellCursor, { text, dialect }: Scan): true {
  const quote = dialect.quoteChar ?? '';
  const { at } = cursor;
  if (!text.startsWith(quote, at)) {
    cursor.value += text[at] ?? '';
    cursor.at++;
  } else if (dialect.doubleQuote && text.startsWith(quote, at + quote.length)) {
    cursor.value += quote;
    cursor.at += 2 * quote.length;
  } else {
    cursor.isOpen = false;
    cursor.at += quote.length;
  }
  return true;
}
