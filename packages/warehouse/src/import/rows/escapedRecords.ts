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
  const expressions = expressionsOf(dialect, escapeChar);
  let rest = '';
  let lines = 1;
  const rows = { record: 0, comment: 0, empty: 0 };
  const take = (push: (record: CsvRecord) => void, isLast: boolean): void => {
    let start = 0;
    while (start < rest.length) {
      const row = scanRow(rest, start, expressions);
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
    if (rest.length > maxRecordBytes) throw new Error('CSV_MAX_RECORD_SIZE');
    if (isLast && rest !== '') throw new Error('CSV_QUOTE_NOT_CLOSED');
  };
  const attempt = (work: () => void, done: (error?: Error | null) => void): void => {
    try {
      work();
      done();
    } catch (error) {
      const failed = error instanceof Error ? error : new Error(String(error));
      done(Object.assign(failed, { code: failed.message, lines }));
    }
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

/** The expressions by which rows of a dialect are scanned. */
function expressionsOf(dialect: CsvDialect, escapeChar: string) {
  const { quoteChar, commentChar, nullSequence, skipInitialSpace, doubleQuote } = dialect;
  const escaping = `${anyOf([escapeChar])}([\\s\\S])`;
  const delimiter = anyOf([dialect.delimiter]);
  const end = `(?:${anyOf(terminatorsOf(dialect))})`;
  const quote = quoteChar === null ? '(?!)' : anyOf([quoteChar]);
  // What separates cells or ends rows is no space that is skipped, though it may look like one.
  const space = skipInitialSpace ? `(?:(?!${delimiter}|${end})\\s)*` : '';
  return {
    nullSequence,
    empty: new RegExp(`${space}${end}`, 'y'),
    comment: new RegExp(commentChar === null ? '(?!)' : `${space}${anyOf([commentChar])}`, 'y'),
    end: new RegExp(end, 'g'),
    begin: new RegExp(`${space}(${quote})?`, 'y'),
    inQuotes: new RegExp(`${escaping}|${doubleQuote ? `${quote}(${quote})|` : ''}${quote}`, 'g'),
    outside: new RegExp(`${escaping}|(${end})|${delimiter}`, 'g'),
  };
}

type Expressions = ReturnType<typeof expressionsOf>;

/** Scans the row that begins at an index; null where its end has not arrived. */
function scanRow(text: string, start: number, expressions: Expressions): Row | null {
  const nothing = find(expressions.empty, text, start);
  if (nothing !== null) return { kind: 'empty', cells: [], end: start + nothing[0].length };
  if (find(expressions.comment, text, start) !== null) {
    const found = find(expressions.end, text, start);
    return found === null ? null : { kind: 'comment', cells: [], end: found.index + found[0].length };
  }
  const cells: (string | null)[] = [];
  for (let at = start; ; ) {
    const cell = scanCell(text, at, expressions);
    if (cell === null) return null;
    cells.push(cell.value);
    at = cell.end;
    if (cell.isLast) return { kind: 'record', cells, end: at };
  }
}

function scanCell(text: string, from: number, expressions: Expressions) {
  const [skipped = '', opened] = find(expressions.begin, text, from) ?? [];
  const first = from + skipped.length;
  const quoted = opened === undefined ? { value: '', end: first } : scanQuoted(text, first, expressions);
  if (quoted === null) return null;
  let { value, end } = quoted;
  for (;;) {
    const found = find(expressions.outside, text, end);
    if (found === null) return null;
    const [all, escaped = '', rowEnd] = found;
    const between = text.slice(end, found.index);
    if (opened !== undefined && between !== '') throw new Error('CSV_INVALID_CLOSING_QUOTE');
    value += between + escaped;
    end = found.index + all.length;
    if (escaped !== '') continue;
    // The word for null may begin with the escape, so it is compared before escapes are taken away.
    const isNull = opened === undefined && text.slice(first, found.index) === expressions.nullSequence;
    return { value: isNull ? null : value, end, isLast: rowEnd !== undefined };
  }
}

/** The text from behind an open quote to behind the quote that closes it. */
function scanQuoted(
  text: string,
  from: number,
  { inQuotes }: Expressions,
): { value: string; end: number } | null {
  let [value, end] = ['', from];
  for (;;) {
    const found = find(inQuotes, text, end);
    if (found === null) return null;
    const [all, escaped, doubled] = found;
    value += text.slice(end, found.index) + (escaped ?? doubled ?? '');
    end = found.index + all.length;
    if (escaped === undefined && doubled === undefined) return { value, end };
  }
}
