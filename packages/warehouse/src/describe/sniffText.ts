import { CsvError, parse } from 'csv-parse/sync';
import { countOf } from './guess.ts';

/** How a text file is divided into cells. */
export interface TextForm {
  readonly delimiter: string;
  readonly quoteChar: string | null;
  readonly hasHeader: boolean;
  /** The names in the header, or made ones. */
  readonly names: readonly string[];
  /** Why, in words. */
  readonly reason: string;
}

const delimiters = [',', ';', '\t', '|'] as const;
const delimiterWords: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
};
const sampleRecords = 1000;

interface Division {
  readonly delimiter: string;
  readonly quoteChar: string | null;
  readonly records: readonly (readonly string[])[];
  readonly width: number;
  /** Records with as many cells as the first. */
  readonly even: number;
}

/**
 * Guesses delimiter, quote and header from the beginning of a text; null where it is no table: without any record, or
 * for a text file (`mayBeProse`) without a delimiter that divides all its lines alike.
 */
export function sniffText(
  text: string,
  { isWhole, mayBeProse }: { readonly isWhole: boolean; readonly mayBeProse: boolean },
): TextForm | null {
  const sample = isWhole ? text : text.slice(0, text.lastIndexOf('\n') + 1);
  const division = divide(sample);
  if (division === null || (mayBeProse && !dividesAlike(division))) return null;
  const { delimiter, quoteChar, records, width, even } = division;
  const header = sniffHeader(records);
  const first = records[0] ?? [];
  const names = header.isThere
    ? first.map((cell) => cell.trim())
    : first.map((_, index) => `column_${index + 1}`);
  const cells =
    width === 1
      ? 'one column, so no delimiter'
      : `${delimiterWords[delimiter] ?? delimiter} as delimiter: it divides ${even} of the first ${records.length} records into ${width} cells`;
  const quote =
    quoteChar === '"' ? '' : quoteChar === null ? '; quotes are ordinary characters' : `; quote ${quoteChar}`;
  return {
    delimiter,
    quoteChar,
    hasHeader: header.isThere,
    names,
    reason: `${cells}${quote}; ${header.reason}`,
  };
}

/** Lines of prose hold commas too, but not the same number each. */
const dividesAlike = ({ records, width, even }: Division): boolean =>
  width > 1 && records.length > 1 && even === records.length;

function divide(sample: string): Division | null {
  const divisions = delimiters.flatMap((delimiter) => divideBy(sample, delimiter) ?? []);
  const share = ({ even, records }: Division): number => even / records.length;
  const [best] = divisions
    .filter((division) => division.width > 1)
    .sort((a, b) => share(b) - share(a) || b.width - a.width);
  return best ?? divisions[0] ?? null;
}

function divideBy(sample: string, delimiter: string): Division | null {
  const double = recordsOf(sample, delimiter, '"') ?? recordsOf(sample, delimiter, null);
  if (double === null || double.records.length === 0) return null;
  const single = sample.includes("'") ? recordsOf(sample, delimiter, "'") : null;
  const isSingle = single !== null && (single.even > double.even || isSingleQuoted(double.records));
  return isSingle ? single : double;
}

function recordsOf(sample: string, delimiter: string, quoteChar: string | null): Division | null {
  const options = { delimiter, quote: quoteChar ?? false, relax_column_count: true, skip_empty_lines: true };
  // A long record may be cut off at the end of the sample, inside its quotes.
  for (const to of [sampleRecords, 50, 5]) {
    try {
      const records = parse(sample, { ...options, bom: true, to });
      const width = records[0]?.length ?? 0;
      const even = records.filter((record) => record.length === width).length;
      return { delimiter, quoteChar, records, width, even };
    } catch (error) {
      if (!(error instanceof CsvError) || error.code !== 'CSV_QUOTE_NOT_CLOSED') return null;
    }
  }
  return null;
}

/** At least half of the cells with text stand in single quotes, and none in double ones. */
function isSingleQuoted(records: readonly (readonly string[])[]): boolean {
  const cells = records.flat().filter((cell) => cell !== '');
  const quoted = cells.filter((cell) => cell.length > 1 && cell.startsWith("'") && cell.endsWith("'"));
  return quoted.length > 0 && quoted.length * 2 >= cells.length;
}

const isNumeral = (cell: string): boolean => /^[+-]?[\d.,]*\d[\d.,]*$/.test(cell.trim());
const isDatum = (cell: string): boolean =>
  isNumeral(cell) || /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/.test(cell.trim());
const isYear = (cell: string): boolean => /^(?:19|20)\d\d$/.test(cell.trim());

/** A header names its columns: its cells differ, and no number or date stands over numbers or dates. */
function sniffHeader([first = [], ...rest]: readonly (readonly string[])[]): {
  isThere: boolean;
  reason: string;
} {
  const named = first.filter((cell) => cell.trim() !== '');
  if (named.length === 0) return { isThere: false, reason: 'no header: the first record is empty' };
  if (new Set(named).size < named.length && rest.length > 0 && named.some(isDatum))
    return { isThere: false, reason: 'no header: the first record holds a value twice' };
  const holdsData = first.map((_, index) => {
    const below = rest.map((record) => record[index] ?? '').filter((cell) => cell.trim() !== '');
    return below.length > 0 && below.filter(isDatum).length * 2 > below.length;
  });
  const over = first.filter((cell, index) => holdsData[index] === true && !isDatum(cell)).length;
  const among = first.filter(
    (cell, index) => holdsData[index] === true && isDatum(cell) && !isYear(cell),
  ).length;
  if (among > over)
    return {
      isThere: false,
      reason: `no header: numbers or dates stand over numbers or dates in ${countOf(among, 'column')}`,
    };
  return {
    isThere: true,
    reason:
      over > 0
        ? `a header: words stand over numbers or dates in ${countOf(over, 'column')}`
        : 'a header: the first record holds no number',
  };
}
