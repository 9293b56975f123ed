import { Transform } from 'node:stream';
import type { CsvDialect } from '../../package/packagePlan.ts';
import { anyOf, terminatorsOf } from './dialectMarks.ts';

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

/**
 * Parses CSV with an escape character, which takes the meaning from whatever character follows: a quote, a delimiter, a
 * line break or itself, inside quotes and outside. The usual parser knows escapes of quotes only.
 */
export function parseEscaped(dialect: CsvDialect, escapeChar: string): Transform {
  const terminators = terminatorsOf(dialect);
  const marks = [escapeChar, dialect.delimiter, dialect.quoteChar, ...terminators];
  /** An end that is nearer to the end of the text may be the beginning of a longer one. */
  const lookahead = Math.max(...marks.map((mark) => mark?.length ?? 0));
  const scanRow = rowScanner(dialect, escapeChar);
  let rest = '';
  let lines = 1;
  const rows = { record: 0, comment: 0, empty: 0 };
  const take = (push: (record: CsvRecord) => void, isLast: boolean): void => {
    let start = 0;
    while (start < rest.length) {
      const row = scanRow(rest, start, lines);
      if (row === null || (!isLast && row.end + lookahead > rest.length)) break;
      const { kind, cells, end } = row;
      lines += breaksIn(cells);
      rows[kind] += 1;
      const { record: records, comment: comment_lines, empty: empty_lines } = rows;
      if (kind === 'record') push({ record: cells, info: { lines, records, comment_lines, empty_lines } });
      lines += 1;
      start = end;
    }
    rest = rest.slice(start);
    if (rest.length > maxRecordBytes) throw fault('CSV_MAX_RECORD_SIZE', lines);
    if (isLast && rest !== '') throw fault('CSV_QUOTE_NOT_CLOSED', lines);
  };
  return new Transform({
    readableObjectMode: true,
    decodeStrings: false,
    transform(chunk: string | Buffer, _encoding, done) {
      rest += String(chunk);
      attempt(() => take((record) => this.push(record), false), done);
    },
    flush(done) {
      // Of two ends, the second is there also where the file ends with an escape.
      if (rest !== '') rest += (terminators[0] ?? '').repeat(2);
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

/** A row: its cells, none in a comment or an empty one, and where the next one begins. */
interface Row {
  readonly kind: 'record' | 'comment' | 'empty';
  readonly cells: readonly (string | null)[];
  readonly end: number;
}

/** What an expression finds from an index on; at it, where the expression is a sticky one. */
function find(expression: RegExp, text: string, from: number): RegExpExecArray | null {
  expression.lastIndex = from;
  return expression.exec(text);
}

/** Scans the row that begins at an index; null where its end has not arrived. */
function rowScanner(dialect: CsvDialect, escapeChar: string) {
  const { quoteChar, commentChar, nullSequence, skipInitialSpace, doubleQuote } = dialect;
  const [escape, delimiter] = [anyOf([escapeChar]), anyOf([dialect.delimiter])];
  const end = `(?:${anyOf(terminatorsOf(dialect))})`;
  const quote = quoteChar === null ? '(?!)' : anyOf([quoteChar]);
  // What separates cells or ends rows is no space that is skipped, though it may look like one.
  const space = skipInitialSpace ? `(?:(?!${delimiter}|${end})\\s)*` : '';
  const empty = new RegExp(`${space}${end}`, 'y');
  const comment = commentChar === null ? null : new RegExp(`${space}${anyOf([commentChar])}`, 'y');
  const anyEnd = new RegExp(end, 'g');
  const begin = new RegExp(`${space}(${quote})?`, 'y');
  const inQuotes = new RegExp(`${escape}([^])|${doubleQuote ? `${quote}(${quote})|` : ''}${quote}`, 'g');
  const outside = new RegExp(`${escape}([^])|(${end})|${delimiter}`, 'g');

  const scanQuoted = (text: string, from: number): { value: string; at: number } | null => {
    let [value, at] = ['', from];
    for (;;) {
      const found = find(inQuotes, text, at);
      if (found === null) return null;
      const [all, escaped, doubled] = found;
      value += text.slice(at, found.index) + (escaped ?? doubled ?? '');
      at = found.index + all.length;
      if (escaped === undefined && doubled === undefined) return { value, at };
    }
  };

  const scanCell = (text: string, from: number, lines: number) => {
    const [skipped = '', opened] = find(begin, text, from) ?? [];
    const first = from + skipped.length;
    const quoted = opened === undefined ? { value: '', at: first } : scanQuoted(text, first);
    if (quoted === null) return null;
    let { value, at } = quoted;
    for (;;) {
      const found = find(outside, text, at);
      if (found === null) return null;
      const between = text.slice(at, found.index);
      if (opened !== undefined && between !== '') throw fault('CSV_INVALID_CLOSING_QUOTE', lines);
      const [all, escaped, ends] = found;
      value += between + (escaped ?? '');
      at = found.index + all.length;
      if (escaped !== undefined) continue;
      // The word for null may begin with the escape, so it is compared before escapes are taken away.
      const isNull = opened === undefined && text.slice(first, found.index) === nullSequence;
      return { value: isNull ? null : value, at, isLast: ends !== undefined };
    }
  };

  return (text: string, start: number, lines: number): Row | null => {
    const nothing = find(empty, text, start);
    if (nothing !== null) return { kind: 'empty', cells: [], end: start + nothing[0].length };
    if (comment !== null && find(comment, text, start) !== null) {
      const found = find(anyEnd, text, start);
      return found === null ? null : { kind: 'comment', cells: [], end: found.index + found[0].length };
    }
    const cells: (string | null)[] = [];
    for (let at = start; ; ) {
      const cell = scanCell(text, at, lines);
      if (cell === null) return null;
      cells.push(cell.value);
      at = cell.at;
      if (cell.isLast) return { kind: 'record', cells, end: at };
    }
  };
}
