import type { PackageDialect } from '@atrium/contract/documents/dataPackage';
import type { GivenTable, TableReading } from '@atrium/contract/documents/fileReading';
import {
  cellsOfComment,
  hasCommentsBelow,
  type LeadingComments,
  leadingComments,
  separatorLine,
} from './comments.ts';
import { type Division, divideText } from './divideText.ts';
import { countOf } from './guess.ts';
import { findHeader, isHeaderComment, type SampleRow } from './tableHeader.ts';

/** How a text file is divided into cells. */
export interface TextForm {
  /** What the import does with the file; the encoding is known to who decoded it. */
  readonly reading: Omit<TableReading, 'encoding'>;
  /** Rows above the header, or the header where it is replaced, that no mark makes a comment. */
  readonly rowsAbove: readonly number[];
  /** The names in the header, or made ones. */
  readonly names: readonly string[];
  /** The first rows of the file, titles and header among them, without comments. */
  readonly firstRows: readonly SampleRow[];
  /** Why, in words. */
  readonly reason: string;
  /** Comments among the data that look like rows. */
  readonly likeRows: readonly string[];
}

export interface SniffRequest {
  readonly isWhole: boolean;
  readonly mayBeProse: boolean;
  /** What a person has decided. */
  readonly given?: GivenTable | undefined;
}

const delimiterWords: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
};
const maxLines = 5000;
/** So many first rows are kept to be shown. */
const shownRows = 20;

/**
 * Guesses comments, titles, delimiter, quote and header from the beginning of a text; null where it is no table:
 * without any record, or for a text file (`mayBeProse`) without a delimiter that divides all its rows alike.
 */
export function sniffText(text: string, { isWhole, mayBeProse, given = {} }: SniffRequest): TextForm | null {
  const sample = isWhole ? text : text.slice(0, text.lastIndexOf('\n') + 1);
  const separator = separatorLine(sample);
  const ignored = given.commentRows ?? (separator === null ? [] : [1]);
  const lines = sample.slice(separator?.line.length ?? 0).split(/\r\n|\n|\r/, maxLines);
  const leading = leadingComments(lines);
  const request = {
    ignored,
    delimiter: given.delimiter ?? separator?.delimiter,
    quoteChar: given.quoteChar,
    commentChar: given.commentChar === undefined ? (leading?.mark ?? null) : given.commentChar,
  };
  const division = withCommentsBelow(divideText(sample, request), {
    mayHave: request.commentChar === null && given.commentChar === undefined,
    again: () => divideText(sample, { ...request, commentChar: '#' }),
  });
  if (division === null) return null;
  const table = findTable(division, { given, leading });
  if (mayBeProse && request.delimiter === undefined && !dividesAlike(division, table.begin)) return null;
  return formOf(division, { table, ignored, given, separator: separator !== null, lines });
}

function withCommentsBelow(
  division: Division | null,
  { mayHave, again }: { readonly mayHave: boolean; readonly again: () => Division | null },
): Division | null {
  if (division === null || !mayHave) return division;
  const cells = division.rows.map((row) => row.cells);
  return hasCommentsBelow(cells, division.width) ? (again() ?? division) : division;
}

/** Lines of prose hold commas too, but not the same number each. */
const dividesAlike = ({ rows, width }: Division, begin: number): boolean =>
  width > 1 && rows.length - begin > 1 && rows.slice(begin).every(({ cells }) => cells.length === width);

/** The table below comments and titles. */
interface FoundTable {
  /** Index of its first row, the header where it has one. */
  readonly begin: number;
  /** Number of the row with the names; 0 for none. */
  readonly headerRow: number;
  readonly names: readonly string[];
  /** Whether the names are those that the row holds, so that the reader finds them itself. */
  readonly isPlain: boolean;
  readonly reason: string;
}

interface TableRequest {
  readonly given: GivenTable;
  readonly leading: LeadingComments | null;
}

function findTable(division: Division, { given, leading }: TableRequest): FoundTable {
  const { rows, width } = division;
  if (given.headerRow !== undefined) return givenTable(division, given.headerRow);
  const comment = headerComment(division, leading);
  if (comment !== null) return comment;
  // Below comments, one more in quotes is one too.
  const minComments = division.commentChar === null ? 2 : 1;
  // A row of one column that is divided is no table below titles.
  const shown = width > 1 ? rows : rows.map(({ row, cells }) => ({ row, cells: cells.slice(0, 1) }));
  const { begin, isThere, reason } = findHeader(shown, minComments);
  const first = rows[begin] ?? { row: 0, cells: [] };
  if (!isThere) return { begin, headerRow: 0, names: madeNames(width), isPlain: true, reason };
  const names = first.cells.map((cell) => cell.trim());
  const headerRow = first.row;
  if (lacksNameOfRows(division, begin)) {
    const lacking = `${reason}, without a name over the names of the rows`;
    return { begin, headerRow, names: ['row_name', ...names], isPlain: false, reason: lacking };
  }
  return { begin, headerRow, names, isPlain: true, reason };
}

/** The header that a person has chosen; 0 for none. */
function givenTable({ rows, width }: Division, headerRow: number): FoundTable {
  const index = rows.findIndex(({ row }) => row >= headerRow);
  const chosen = rows[index];
  const reason = headerRow === 0 ? 'no header: chosen' : `a header in row ${headerRow}: chosen`;
  if (headerRow === 0 || chosen?.row !== headerRow)
    return { begin: Math.max(0, index), headerRow: 0, names: madeNames(width), isPlain: true, reason };
  return { begin: index, headerRow, names: chosen.cells.map((cell) => cell.trim()), isPlain: true, reason };
}

/** The last of the comments above the table, where it is the only one that names the columns. */
function headerComment(
  { delimiter, commentChar, rows, width }: Division,
  leading: LeadingComments | null,
): FoundTable | null {
  if (leading === null || commentChar !== leading.mark) return null;
  const named = leading.lines
    .map((line) => cellsOfComment(line, { mark: leading.mark, delimiter }))
    .filter((cells) => cells.length === width);
  const last = cellsOfComment(leading.lines.at(-1) ?? '', { mark: leading.mark, delimiter });
  const begin = findHeader(rows).begin;
  if (named.length !== 1 || begin !== 0 || !isHeaderComment(last, rows)) return null;
  return {
    begin,
    headerRow: 0,
    names: last,
    isPlain: false,
    reason: `a header in the last comment, behind ${leading.mark}`,
  };
}

/** As R writes tables with names of rows: all rows but the header have a cell more, the first ones all different. */
function lacksNameOfRows({ rows, width }: Division, begin: number): boolean {
  const [header, ...below] = rows.slice(begin);
  if (header?.cells.length !== width - 1 || below.length === 0) return false;
  const isLonger = below.every(({ cells }) => cells.length === width);
  const isUsed = below.some(({ cells }) => (cells[width - 1] ?? '').trim() !== '');
  return isLonger && isUsed && new Set(below.map(({ cells }) => cells[0])).size === below.length;
}

const madeNames = (width: number): string[] =>
  Array.from({ length: width }, (_, index) => `column_${index + 1}`);

interface FormRequest {
  readonly table: FoundTable;
  readonly ignored: readonly number[];
  readonly given: GivenTable;
  readonly separator: boolean;
  /** The lines of the beginning, without the one that names the delimiter. */
  readonly lines: readonly string[];
}

function formOf(division: Division, { table, ignored, given, separator, lines }: FormRequest): TextForm {
  const { delimiter, quoteChar, commentChar, rows } = division;
  const names = given.names ?? (table.isPlain ? null : table.names);
  const end = table.headerRow === 0 || names === null ? table.begin : table.begin + 1;
  const rowsAbove = rows.slice(0, end).map(({ row }) => row);
  return {
    reading: {
      delimiter,
      quoteChar,
      commentChar,
      commentRows: [...ignored],
      headerRow: table.headerRow,
      names: names === null ? null : [...names],
    },
    rowsAbove,
    names: names ?? table.names,
    firstRows: rows.slice(0, shownRows),
    reason: [
      ...(separator ? ['its first line names the delimiter'] : []),
      cellsInWords(division),
      ...(quoteChar === '"'
        ? []
        : [quoteChar === null ? 'quotes are ordinary characters' : `quote ${quoteChar}`]),
      ...(commentChar === null ? [] : [commentsInWords(division, { commentChar, lines })]),
      ...(table.begin === 0 ? [] : [`${countOf(table.begin, 'row')} of titles above the table`]),
      table.begin === 0 || table.headerRow === 0
        ? table.reason
        : `${table.reason}, in row ${table.headerRow}`,
    ].join('; '),
    likeRows:
      commentChar === null
        ? []
        : commentsLikeRows(division, { commentChar, lines })
            .slice(0, 1)
            .map((line) => line.slice(0, 60)),
  };
}

interface Comments {
  readonly commentChar: string;
  readonly lines: readonly string[];
}

/** Comments among the data that have the cells of the table. */
function commentsLikeRows(
  { delimiter, width }: Division,
  { commentChar, lines }: Comments,
): readonly string[] {
  const begin = lines.findIndex((line) => line.trim() !== '' && !line.startsWith(commentChar));
  return lines
    .slice(begin)
    .filter((line) => line.startsWith(commentChar) && width > 1 && line.split(delimiter).length === width);
}

function commentsInWords(division: Division, { commentChar, lines }: Comments): string {
  const comments = lines.filter((line) => line.startsWith(commentChar));
  const likeRows = commentsLikeRows(division, { commentChar, lines });
  const counted = `${countOf(comments.length, 'row that begins', 'rows that begin')} with ${commentChar} are comments`;
  return likeRows.length === 0
    ? counted
    : `${counted}, though ${countOf(likeRows.length, 'row')} of them has the cells of the table`;
}

const cellsInWords = ({ width, delimiter, even, rows }: Division): string =>
  width === 1
    ? 'one column, so no delimiter'
    : `${delimiterWords[delimiter] ?? delimiter} as delimiter: it divides ${even} of the first ${rows.length} records into ${width} cells`;

/**
 * The dialect by which an import reads the file so. Names in place of those of the header are found by the order of the
 * fields, as in a file without a header.
 */
export function dialectOf({ reading, rowsAbove }: TextForm): PackageDialect {
  const { delimiter, quoteChar, commentChar, commentRows, headerRow, names } = reading;
  const isByOrder = names !== null || headerRow === 0;
  const ignored = [...new Set([...commentRows, ...(isByOrder ? rowsAbove : [])])].sort((a, b) => a - b);
  return {
    delimiter,
    quoteChar,
    ...(commentChar === null ? {} : { commentChar }),
    ...(ignored.length === 0 ? {} : { commentRows: ignored }),
    ...(isByOrder ? { header: false } : rowsAbove.length === 0 ? {} : { headerRows: [headerRow] }),
  };
}
