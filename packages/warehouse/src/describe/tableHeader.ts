import { countOf } from './guess.ts';

/** A row of the beginning of a file, by its number in the file. */
export interface SampleRow {
  readonly row: number;
  readonly cells: readonly string[];
}

/** Where the table begins below titles, and whether its first row names the columns. */
export interface FoundHeader {
  /** Index of the first row of the table. */
  readonly begin: number;
  readonly isThere: boolean;
  readonly reason: string;
}

const isFilled = (cell: string | undefined): boolean => (cell ?? '').trim() !== '';
const filledCells = ({ cells }: SampleRow): number => cells.filter(isFilled).length;

/** Titles are looked for in so many rows. */
const maxTitleRows = 50;

/** @param minComments so many first rows that begin with # in quotes are comments and no header */
export function findHeader(rows: readonly SampleRow[], minComments = 2): FoundHeader {
  const comments = quotedComments(rows);
  const begin = comments < minComments ? beginOfTable(rows) : comments + beginOfTable(rows.slice(comments));
  const { isThere, reason } = judgeHeader(rows.slice(begin));
  return { begin, isThere, reason };
}

/** First rows that begin with #, as programs write comments that they have put in quotes; 0 where most rows do. */
function quotedComments(rows: readonly SampleRow[]): number {
  const begins = ({ cells: [first = ''] }: SampleRow): boolean => first.startsWith('#');
  const end = rows.findIndex((row) => !begins(row));
  const others = rows.slice(end);
  return end === -1 || others.filter(begins).length * 2 >= others.length ? 0 : end;
}

/**
 * Titles fill few cells of a row, a header most of them. A row that fills nearly all may be one of notes, so a full row
 * of words over numbers that follows is the header in its place.
 */
function beginOfTable(rows: readonly SampleRow[]): number {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const used = Array.from({ length: width }, (_, index) => index).filter((index) =>
    rows.some(({ cells }) => isFilled(cells[index])),
  ).length;
  if (used < 2) return 0;
  const isBegin = (row: SampleRow): boolean =>
    filledCells(row) >= Math.max(2, Math.ceil(used * 0.6)) || lacksFirstName(row, used);
  const first = rows.slice(0, maxTitleRows).findIndex(isBegin);
  const begin = rows[first];
  if (begin === undefined) return 0;
  if (filledCells(begin) >= used || lacksFirstName(begin, used)) return first;
  const better = rows
    .slice(0, maxTitleRows)
    .findIndex((row, index) => index > first && filledCells(row) === used && isSurely(rows.slice(index)));
  return better === -1 ? first : better;
}

/** A header over names of rows, as R writes it. */
const lacksFirstName = ({ cells }: SampleRow, used: number): boolean =>
  !isFilled(cells[0]) && cells.length >= used && cells.slice(1, used).every(isFilled);

function isSurely(rows: readonly SampleRow[]): boolean {
  const { over, among } = compareWithBelow(rows);
  return over > 0 && among === 0;
}

const isNumeral = (cell: string): boolean => /^[+-]?[\d.,]*\d[\d.,]*$/.test(cell.trim());
const isDatum = (cell: string): boolean =>
  isNumeral(cell) || /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/.test(cell.trim());
const isYear = (cell: string): boolean => /^(?:19|20)\d\d$/.test(cell.trim());

/** Columns of numbers or dates, by whether the first row has a word or another number there. */
function compareWithBelow([first, ...rest]: readonly SampleRow[]): { over: number; among: number } {
  const names = first?.cells ?? [];
  const holdsData = names.map((_, index) => {
    const below = rest.map(({ cells }) => cells[index] ?? '').filter(isFilled);
    return below.length > 0 && below.filter(isDatum).length * 2 > below.length;
  });
  return {
    over: names.filter((cell, index) => holdsData[index] === true && !isDatum(cell)).length,
    among: names.filter((cell, index) => holdsData[index] === true && isDatum(cell) && !isYear(cell)).length,
  };
}

/** A header names its columns: its cells differ, and no number or date stands over numbers or dates. */
function judgeHeader(rows: readonly SampleRow[]): { isThere: boolean; reason: string } {
  const named = (rows[0]?.cells ?? []).filter(isFilled);
  if (named.length === 0) return { isThere: false, reason: 'no header: the first record is empty' };
  if (new Set(named).size < named.length && rows.length > 1 && named.some(isDatum))
    return { isThere: false, reason: 'no header: the first record holds a value twice' };
  const { over, among } = compareWithBelow(rows);
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

/**
 * Whether a comment above the table names its columns, as `#CHROM`: it has as many cells as the table, all different
 * words, and the first row below is one of values.
 */
export function isHeaderComment(names: readonly string[], rows: readonly SampleRow[]): boolean {
  const [first, ...rest] = rows;
  if (first === undefined || names.length < 2 || names.length !== first.cells.length) return false;
  if (!names.every(isFilled) || new Set(names).size < names.length || names.some(isDatum)) return false;
  const repeats = first.cells.some(
    (cell, index) => isFilled(cell) && rest.some(({ cells }) => cells[index] === cell),
  );
  return repeats || isOfOneShape(first, rest) || !judgeHeader(rows).isThere;
}

/** Letters and figures of a text, without which ones they are: OMIM:1 and OMIM:23 are alike, SUBJECT_ID and A1 are not. */
const shapeOf = (cell: string): string =>
  cell
    .trim()
    .replaceAll(/\d+/g, '9')
    .replaceAll(/\p{L}+/gu, 'a');

/** Whether a cell with a figure is like most cells below it, as a value is and a name is not. */
const isOfOneShape = ({ cells }: SampleRow, below: readonly SampleRow[]): boolean =>
  cells.some(
    (cell, index) =>
      /\d/.test(cell) &&
      below.filter((row) => shapeOf(row.cells[index] ?? '') === shapeOf(cell)).length * 2 > below.length,
  );
