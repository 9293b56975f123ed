import { type Collection, type ReleaseSql, toQuery } from '@atrium/engine';
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

/** Reads which rows each subject has; `starts` are codes by row, and 0 comes last. */
export async function readPositions(
  collection: Collection,
  { subjects, starts }: { readonly subjects: number; readonly starts: CodeArray | null },
  { source, release }: { readonly source: IndexSource; readonly release: ReleaseSql },
): Promise<Positions> {
  const query = toQuery(compileSubjects(collection, release));
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
  for (let subject = 0; subject < subjects; subject += 1)
    sortRows(rows.subarray(offsets[subject], offsets[subject + 1]), starts);
  return { offsets, rows };
}

/** Rows of a subject mostly lie in their order already. */
function sortRows(rows: Uint32Array, starts: CodeArray | null): void {
  const comesAfter = (one: number, other: number): number => {
    const [left, right] = [starts?.[one] ?? 0, starts?.[other] ?? 0];
    if (left === right) return one - other;
    if (left === 0 || right === 0) return left === 0 ? 1 : -1;
    return left - right;
  };
  for (let index = 1; index < rows.length; index += 1)
    if (comesAfter(rows[index - 1] ?? 0, rows[index] ?? 0) > 0) {
      rows.sort(comesAfter);
      return;
    }
}

/** Codes by position, of codes by row. */
export function byPosition(codes: CodeArray, { rows }: Positions, max: number): CodeArray {
  const placed = codeArray(rows.length, max);
  for (let position = 0; position < rows.length; position += 1)
    placed[position] = codes[rows[position] ?? 0] ?? 0;
  return placed;
}
