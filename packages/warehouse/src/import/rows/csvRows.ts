import type { Readable } from 'node:stream';
import { type Options, parse } from 'csv-parse';
import type { CsvDialect } from '../../package/packagePlan.ts';
import { terminatorsOf } from './dialectMarks.ts';
import { type CsvRecord, maxRecordBytes, parseEscaped } from './escapedRecords.ts';
import { openText, type TextRequest, toUnreadable } from './openText.ts';
import type { OpenRowSource, SourceRow } from './rowSource.ts';

export interface CsvRequest extends TextRequest {
  readonly dialect: CsvDialect;
}

interface CsvRow extends SourceRow {
  readonly cells: readonly (string | null)[];
  /** 1-based among the rows of the file, with empty rows and comments. */
  readonly number: number;
}

const chunkSize = 2048;
/** Parses CSV as it streams in; `line` is where a record begins, also after cells with line breaks. */
export async function openCsvRows(stream: Readable, request: CsvRequest): Promise<OpenRowSource> {
  const { dialect, file } = request;
  const { escapeChar } = dialect;
  const parser = openText(
    stream,
    request,
    escapeChar === null ? parseQuoted(dialect) : parseEscaped(dialect, escapeChar),
  );
  const locate = lineFinder();
  const records: AsyncIterator<CsvRecord> = parser[Symbol.asyncIterator]();
  const ignored = new Set(dialect.commentRows);
  const next = async (): Promise<CsvRow | null> => {
    try {
      for (;;) {
        const { done, value } = await records.next();
        if (done === true) return null;
        const row = locate(value);
        if (!ignored.has(row.number)) return row;
      }
    } catch (error) {
      throw toUnreadable(error, { file, encoding: request.encoding });
    }
  };
  const { columns, first } = await takeHeader(next, dialect);
  return {
    columns,
    typedColumns: new Set(),
    rows: () => chunks(first, next, dialect),
    close: async () => {
      parser.destroy();
      stream.destroy();
    },
  };
}

type Next = () => Promise<CsvRow | null>;

/** The column names, null where the file has none, and the row after them where it was taken already. */
async function takeHeader(
  next: Next,
  { headerRow, headerRows, headerJoin }: CsvDialect,
): Promise<{ columns: string[] | null; first: CsvRow | null }> {
  if (headerRow === 0) return { columns: null, first: null };
  // Row 1 is the default of the standard: the first row that is no comment.
  if (headerRow === 1) return { columns: (await next())?.cells.map(trimmed) ?? [], first: null };
  const parts: CsvRow[] = [];
  let row = await next();
  for (; row !== null && row.number <= headerRow; row = row.number < headerRow ? await next() : null) {
    if (headerRows.includes(row.number)) parts.push(row);
  }
  const width = Math.max(0, ...parts.map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, index) =>
    parts
      .map(({ cells }) => trimmed(cells[index] ?? ''))
      .filter((part) => part !== '')
      .join(headerJoin),
  );
  return { columns, first: row };
}

const trimmed = (cell: string | null): string => (cell ?? '').trim();

async function* chunks(
  first: CsvRow | null,
  next: Next,
  { nullSequence }: CsvDialect,
): AsyncGenerator<SourceRow[]> {
  const nulled = ({ line, cells }: CsvRow): SourceRow => ({
    line,
    cells: cells.map((cell) => (cell === nullSequence ? null : cell)),
  });
  let chunk: SourceRow[] = [];
  for (let row = first ?? (await next()); row !== null; row = await next()) {
    chunk.push(nullSequence === null ? row : nulled(row));
    if (chunk.length < chunkSize) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

function parseQuoted(dialect: CsvDialect) {
  const { delimiter, quoteChar, doubleQuote, commentChar, skipInitialSpace } = dialect;
  const options: Options = {
    delimiter,
    quote: quoteChar ?? false,
    escape: doubleQuote ? (quoteChar ?? '"') : null,
    ltrim: skipInitialSpace,
    record_delimiter: terminatorsOf(dialect),
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRecordBytes,
    info: true,
    ...(commentChar === null ? {} : { comment: commentChar, comment_no_infix: true }),
  };
  return parse(options);
}

/**
 * Finds the line on which a record begins, and the number of its row. A parser gives the line on which the record ends,
 * and counts a CRLF inside a cell as two lines.
 */
function lineFinder(): (record: CsvRecord) => CsvRow {
  let overcount = 0;
  return ({ record: cells, info }: CsvRecord): CsvRow => {
    let breaks = 0;
    for (const cell of cells) {
      if (cell === null || (!cell.includes('\n') && !cell.includes('\r'))) continue;
      breaks += matches(cell, /\r\n|\n|\r/g);
      overcount += matches(cell, /\r\n/g);
    }
    const number = info.records + info.comment_lines + info.empty_lines;
    return { line: info.lines - overcount - breaks, cells, number };
  };
}

const matches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
