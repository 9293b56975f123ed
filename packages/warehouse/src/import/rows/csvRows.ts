import type { Readable } from 'node:stream';
import { type Options, parse } from 'csv-parse';
import type { CsvDialect } from '../../package/packagePlan.ts';
import { openText, type TextRequest, toUnreadable } from './openText.ts';
import type { OpenRowSource, SourceRow } from './rowSource.ts';

export interface CsvRequest extends TextRequest {
  readonly dialect: CsvDialect;
}

interface CsvRow extends SourceRow {
  readonly cells: readonly string[];
}

/** A record as the parser gives it. */
interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

const batchSize = 2048;
/** Without this limit, an unclosed quote would take the rest of the file into memory. */
const maxRecordBytes = 16 * 1024 * 1024;

/** Parses CSV as it streams in; `line` is where a record begins, also after cells with line breaks. */
export async function openCsvRows(stream: Readable, request: CsvRequest): Promise<OpenRowSource> {
  const { dialect, file } = request;
  const parser = openText(stream, request, parse(csvOptions(dialect)));
  const locate = lineCounter();
  const records: AsyncIterator<CsvRecord> = parser[Symbol.asyncIterator]();
  const next = async (): Promise<CsvRow | null> => {
    try {
      const { done, value } = await records.next();
      return done === true ? null : locate(value);
    } catch (error) {
      throw toUnreadable(error, { file, encoding: request.encoding });
    }
  };
  let header: CsvRow | null = null;
  for (let row = 0; row < dialect.headerRow; row++) header = await next();
  return {
    columns: dialect.headerRow === 0 ? null : (header?.cells.map((cell) => cell.trim()) ?? []),
    typedColumns: new Set(),
    rows: () => batches(next, dialect),
    close: async () => {
      parser.destroy();
      stream.destroy();
    },
  };
}

async function* batches(
  next: () => Promise<CsvRow | null>,
  { nullSequence }: CsvDialect,
): AsyncGenerator<SourceRow[]> {
  const nulled = ({ line, cells }: CsvRow): SourceRow => ({
    line,
    cells: cells.map((cell) => (cell === nullSequence ? null : cell)),
  });
  let batch: SourceRow[] = [];
  for (let row = await next(); row !== null; row = await next()) {
    batch.push(nullSequence === null ? row : nulled(row));
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function csvOptions(dialect: CsvDialect): Options {
  const { delimiter, lineTerminator, quoteChar, escapeChar, commentChar, skipInitialSpace } = dialect;
  const isOwnTerminator = lineTerminator !== null && !/^[\r\n]+$/.test(lineTerminator);
  return {
    delimiter,
    quote: quoteChar ?? false,
    escape: escapeChar,
    ltrim: skipInitialSpace,
    record_delimiter: isOwnTerminator ? [lineTerminator] : ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRecordBytes,
    info: true,
    ...(commentChar === null ? {} : { comment: commentChar, comment_no_infix: true }),
  };
}

/** The parser gives the line on which a record ends, and counts a CRLF inside a cell as two lines. */
function lineCounter(): (record: CsvRecord) => CsvRow {
  let overcount = 0;
  return ({ record: cells, info }: CsvRecord): CsvRow => {
    let breaks = 0;
    for (const cell of cells) {
      if (!cell.includes('\n') && !cell.includes('\r')) continue;
      const pairs = count(cell, /\r\n/g);
      breaks += count(cell, /\r\n|\n|\r/g);
      overcount += pairs;
    }
    return { line: info.lines - overcount - breaks, cells };
  };
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
