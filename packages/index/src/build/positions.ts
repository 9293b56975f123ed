import { type Collection, type Query, type ReleaseSql, toQuery } from '@atrium/engine';
import { compileSubjects } from './codeStatements.ts';
import type { IndexSource } from './indexSource.ts';
import { type CodeArray, codeArray } from './rowCodes.ts';

/** Where the rows of a collection lie: by subject, then by start, then by number. */
export interface Positions {
  /** The positions of subject s are `offsets[s]` to `offsets[s + 1] - 1`. */
  readonly offsets: Uint32Array;
  /** The row at each position. */
  readonly rows: Uint32Array;
}

/** Makes numbers of how often each index occurs into where those of each index begin. */
export function addUp(counts: Uint32Array): void {
  for (let index = 1; index < counts.length; index += 1)
    counts[index] = (counts[index] ?? 0) + (counts[index - 1] ?? 0);
}

/** What puts the rows of subjects in order: `starts` are codes by row, and 0 comes last. */
interface Order {
  readonly subjects: number;
  readonly starts: CodeArray | null;
}

/** Lines by their codes, and those of one code in their order; code 0 comes last. */
export function linesByCode(codes: CodeArray): Uint32Array {
  let last = 0;
  for (let line = 0; line < codes.length; line += 1) last = Math.max(last, codes[line] ?? 0);
  last += 1;
  /** Where lines of the next code begin. */
  const next = new Uint32Array(last + 1);
  for (let line = 0; line < codes.length; line += 1) {
    const code = codes[line] || last;
    next[code] = (next[code] ?? 0) + 1;
  }
  addUp(next);
  const lines = new Uint32Array(codes.length);
  for (let line = 0; line < codes.length; line += 1) {
    const before = (codes[line] || last) - 1;
    const at = next[before] ?? 0;
    lines[at] = line;
    next[before] = at + 1;
  }
  return lines;
}

/** The rows of each subject, of the subject of each row, from 1 on; 0 where it has none. */
export function positionsOf(subjectOf: CodeArray, { subjects, starts }: Order): Positions {
  const offsets = new Uint32Array(subjects + 1);
  for (let row = 0; row < subjectOf.length; row += 1) {
    const subject = subjectOf[row] ?? 0;
    if (subject !== 0) offsets[subject] = (offsets[subject] ?? 0) + 1;
  }
  addUp(offsets);
  const ordered = starts === null ? null : linesByCode(starts);
  const rows = new Uint32Array(offsets[subjects] ?? 0);
  const next = offsets.slice();
  for (let index = 0; index < subjectOf.length; index += 1) {
    const row = ordered === null ? index : (ordered[index] ?? 0);
    const subject = subjectOf[row] ?? 0;
    if (subject === 0) continue;
    const at = next[subject - 1] ?? 0;
    rows[at] = row;
    next[subject - 1] = at + 1;
  }
  return { offsets, rows };
}

/** What a statement gives as (number, subject from 0), by subject; within one subject in the order of the statement. */
export async function rowsBySubject(source: IndexSource, query: Query, subjects: number): Promise<Positions> {
  const offsets = new Uint32Array(subjects + 1);
  await source.columns(query, ([, found], lines) => {
    for (let line = 0; line < lines; line += 1) {
      const after = (found?.[line] ?? 0) + 1;
      offsets[after] = (offsets[after] ?? 0) + 1;
    }
  });
  addUp(offsets);
  const rows = new Uint32Array(offsets[subjects] ?? 0);
  const next = offsets.slice();
  await source.columns(query, ([read, found], lines) => {
    for (let line = 0; line < lines; line += 1) {
      const subject = found?.[line] ?? 0;
      const at = next[subject] ?? 0;
      rows[at] = read?.[line] ?? 0;
      next[subject] = at + 1;
    }
  });
  return { offsets, rows };
}

/** Reads which rows each subject has, where subjects share rows. */
export async function readPositions(
  collection: Collection,
  { subjects, starts }: Order,
  { source, release }: { readonly source: IndexSource; readonly release: ReleaseSql },
): Promise<Positions> {
  const query = toQuery(compileSubjects(collection, release));
  const { offsets, rows } = await rowsBySubject(source, query, subjects);
  sortRows(rows, { offsets, starts });
  return { offsets, rows };
}

/** Starts and rows below these bounds make one number together, which is exact. */
const maxStarts = 2 ** 22;
const maxRows = 2 ** 31;

/** Puts the rows of each subject in order. */
function sortRows(
  rows: Uint32Array,
  { offsets, starts }: { readonly offsets: Uint32Array; readonly starts: CodeArray | null },
): void {
  const startOf = (row: number): number => starts?.[row] || maxStarts - 1;
  if (starts instanceof Uint32Array && starts.some((start) => start >= maxStarts - 1))
    throw new Error('Rows begin at too many different times.');
  let keys = new Float64Array(64);
  for (let subject = 0; subject + 1 < offsets.length; subject += 1) {
    const from = offsets[subject] ?? 0;
    const count = (offsets[subject + 1] ?? 0) - from;
    if (count > keys.length) keys = new Float64Array(2 * count);
    let isSorted = true;
    for (let index = 0; index < count; index += 1) {
      const row = rows[from + index] ?? 0;
      const key = startOf(row) * maxRows + row;
      keys[index] = key;
      if (index > 0 && key < (keys[index - 1] ?? 0)) isSorted = false;
    }
    if (isSorted) continue;
    keys.subarray(0, count).sort();
    for (let index = 0; index < count; index += 1) {
      const key = keys[index] ?? 0;
      rows[from + index] = key - Math.floor(key / maxRows) * maxRows;
    }
  }
}

/** Codes by position, of codes by row. */
export function byPosition(codes: CodeArray, { rows }: Positions, max: number): CodeArray {
  const placed = codeArray(rows.length, max);
  for (let position = 0; position < rows.length; position += 1)
    placed[position] = codes[rows[position] ?? 0] ?? 0;
  return placed;
}
