import { CsvError, type InfoRecord, parse } from 'csv-parse/sync';
import type { SampleRow } from './tableHeader.ts';

/** The beginning of a text, divided into cells. */
export interface Division {
  readonly delimiter: string;
  readonly quoteChar: string | null;
  readonly commentChar: string | null;
  /** Rows of data, titles and header; without comments and empty rows. */
  readonly rows: readonly SampleRow[];
  /** The number of cells that most rows have. */
  readonly width: number;
  /** Rows with as many cells. */
  readonly even: number;
}

/** What is known of the form already. */
export interface DivideRequest {
  readonly commentChar: string | null;
  /** Rows that are no data. */
  readonly ignored: readonly number[];
  readonly delimiter?: string | undefined;
  readonly quoteChar?: string | null | undefined;
}

const delimiters = [',', ';', '\t', '|'] as const;
const sampleRecords = 1000;

/** Divides the text by the delimiter that divides most rows alike; null where it holds no row. */
export function divideText(sample: string, request: DivideRequest): Division | null {
  const tried = request.delimiter === undefined ? delimiters : [request.delimiter];
  const divisions = tried.flatMap((delimiter) => divideBy(sample, delimiter, request) ?? []);
  const share = ({ even, rows }: Division): number => even / rows.length;
  const [best] = divisions
    .filter((division) => division.width > 1)
    .sort((a, b) => share(b) - share(a) || b.width - a.width);
  return best ?? divisions[0] ?? null;
}

function divideBy(sample: string, delimiter: string, request: DivideRequest): Division | null {
  const divide = (quoteChar: string | null): Division | null =>
    divisionOf(sample, { delimiter, quoteChar, request });
  if (request.quoteChar !== undefined) return divide(request.quoteChar);
  const double = divide('"') ?? divide(null);
  if (double === null) return null;
  const single = sample.includes("'") ? divide("'") : null;
  const isSingle = single !== null && (single.even > double.even || isSingleQuoted(double.rows));
  return isSingle ? single : double;
}

interface Marks {
  readonly delimiter: string;
  readonly quoteChar: string | null;
  readonly request: DivideRequest;
}

function divisionOf(sample: string, { delimiter, quoteChar, request }: Marks): Division | null {
  const { commentChar, ignored } = request;
  const options = {
    delimiter,
    quote: quoteChar ?? false,
    relax_column_count: true,
    skip_empty_lines: true,
    ...(commentChar === null ? {} : { comment: commentChar, comment_no_infix: true }),
  } as const;
  // A long record may be cut off at the end of the sample, inside its quotes.
  for (const to of [sampleRecords, 50, 5]) {
    try {
      const all: SampleRow[] = [];
      const on_record = (cells: string[], { records, comment_lines, empty_lines }: InfoRecord): null => {
        all.push({ row: records + comment_lines + empty_lines, cells });
        return null;
      };
      parse(sample, { ...options, bom: true, to, on_record });
      const rows = all.filter(({ row }) => !ignored.includes(row));
      if (rows.length === 0) return null;
      const width = defaultWidth(belowTitles(rows));
      const even = rows.filter(({ cells }) => cells.length === width).length;
      return { delimiter, quoteChar, commentChar, rows, width, even };
    } catch (error) {
      if (!(error instanceof CsvError) || error.code !== 'CSV_QUOTE_NOT_CLOSED') return null;
    }
  }
  return null;
}

const minRows = 3;

/**
 * The rows from the first one that is divided, if nearly all of these are divided alike: above a short table there may
 * be more titles than it has rows.
 */
function belowTitles(rows: readonly SampleRow[]): readonly SampleRow[] {
  const below = rows.slice(
    Math.max(
      0,
      rows.findIndex(({ cells }) => cells.length > 1),
    ),
  );
  const width = defaultWidth(below);
  const even = below.filter(({ cells }) => cells.length === width).length;
  return below.length >= minRows && even * 10 >= below.length * 9 ? below : rows;
}

/** The number of cells that most rows have, the greater one of two. */
function defaultWidth(rows: readonly SampleRow[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [usual] = [...counts].sort(([a, ofA], [b, ofB]) => ofB - ofA || b - a);
  return usual?.[0] ?? 0;
}

/** At least half of the cells with text stand in single quotes, and none in double ones. */
function isSingleQuoted(rows: readonly SampleRow[]): boolean {
  const cells = rows.flatMap((row) => row.cells).filter((cell) => cell !== '');
  const quoted = cells.filter((cell) => cell.length > 1 && cell.startsWith("'") && cell.endsWith("'"));
  return quoted.length > 0 && quoted.length * 2 >= cells.length;
}
