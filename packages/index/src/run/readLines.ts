import type { BitSpan, Span } from '../kernel/kernel.ts';
import { type CodeArray, codesIn } from '../layout/codesIn.ts';
import type { KeyedColumn, KeyPart, LineGroup, StackedLines } from '../layout/lines.ts';
import { blocksOf } from './countSubjects.ts';
import { isIn } from './isIn.ts';
import { addDistinct, cross, ensure, finishDistinct, type KeyList, keyList } from './keyList.ts';
import { partOf } from './partOf.ts';
import type { PartOfSubjects } from './partOfSubjects.ts';
import { emptySet, prepare, type Runtime, rowsOf } from './prepare.ts';
import { openFigure } from './readFigures.ts';

/** Takes the keys of the next lines; those of one subject are different, and come together. */
export type TakeKeys = (keys: Float64Array, count: number) => void;

/** Where fewer subjects of a block are found, only their rows are read. */
const sparse = 1 / 16;
/** Keys are handed on when there are so many. */
const keysAtOnce = 16_384;

/** Reads the lines of a part of the subjects. Gives false where it was stopped. */
export function readLines(
  { cohort, groups, figures }: StackedLines,
  { subjects, isStopped }: PartOfSubjects,
  { take, at }: { readonly take: TakeKeys; readonly at: Runtime },
): boolean {
  const finder = prepare(cohort, at);
  const readers = groups.map((group) => openGroup(group, at));
  const made = figures.map((figure) => openFigure(figure, at));
  const lines = keyList(2 * keysAtOnce);
  const words = new Uint32Array(at.memory);
  const readSubjects = (span: Span, set: BitSpan): void => {
    for (const { load } of [...readers, ...made]) load(span);
    for (let subject = span.from; subject < span.from + span.count; subject += 1) {
      if (!isIn(words, set, subject)) continue;
      const begin = lines.count;
      ensure(lines, begin + 1);
      let key = 0;
      for (const { addedBy } of made) key += addedBy(subject);
      lines.keys[begin] = key;
      lines.count = begin + 1;
      for (const { extend } of readers) extend(subject, lines, begin);
      if (lines.count < keysAtOnce) continue;
      take(lines.keys, lines.count);
      lines.count = 0;
    }
  };
  for (const block of blocksOf(subjects)) {
    if (isStopped()) return false;
    at.scratch.within(() => {
      const set = emptySet(block, at);
      finder.add(block, set);
      const found = at.kernel.count(set.bits, set.count);
      if (found > sparse * block.count) readSubjects(block, set);
      else if (found > 0)
        for (let from = block.from; from < block.from + block.count; from += 1)
          if (isIn(words, set, from)) at.scratch.within(() => readSubjects({ from, count: 1 }, set));
    });
  }
  take(lines.keys, lines.count);
  return true;
}

/** Reads what a group says of some subjects. */
interface GroupReader {
  /** Reads the rows of the next subjects. */
  readonly load: (subjects: Span) => void;
  /** Replaces the keys of a subject, which lie from `begin` on, by those with what the group says of it. */
  readonly extend: (subject: number, lines: KeyList, begin: number) => void;
}

function openGroup(group: LineGroup, at: Runtime): GroupReader {
  const rows = openRows(group.columns, at);
  const found = keyList(64);
  const extendBy = (lines: KeyList, begin: number): void => {
    finishDistinct(found);
    cross(lines, begin, found);
  };
  if (group.rows !== null) return openCollection(group.rows, { rows, found, extendBy }, at);
  return {
    load: rows.load,
    extend: (subject, lines, begin) => {
      found.count = 0;
      rows.addKeys(subject, found);
      extendBy(lines, begin);
    },
  };
}

interface GroupParts {
  readonly rows: RowReader;
  /** The keys of a subject. */
  readonly found: KeyList;
  readonly extendBy: (lines: KeyList, begin: number) => void;
}

/** The rows that pass of each subject; a subject without any has one row of no values. */
function openCollection(
  { offsets, step }: NonNullable<LineGroup['rows']>,
  { rows, found, extendBy }: GroupParts,
  at: Runtime,
): GroupReader {
  const words = new Uint32Array(at.memory);
  const finder = step === null ? null : prepare(step, at);
  let passing: BitSpan | null = null;
  return {
    load: (subjects) => {
      const span = rowsOf(offsets, subjects, at);
      rows.load(span);
      if (finder === null) return;
      passing = emptySet(span, at);
      finder.add(subjects, passing);
    },
    extend: (subject, lines, begin) => {
      found.count = 0;
      const table = (offsets >>> 2) + subject;
      const end = words[table + 1] ?? 0;
      for (let row = words[table] ?? 0; row < end; row += 1)
        if (passing === null || isIn(words, passing, row)) rows.addKeys(row, found);
      if (found.count === 0) addDistinct(found, rows.none);
      extendBy(lines, begin);
    },
  };
}

/** Reads the keys of rows. */
interface RowReader {
  /** Reads the columns with one value at most of so many rows. */
  readonly load: (rows: Span) => void;
  /** Adds the keys of a row that was read to a list, each once. */
  readonly addKeys: (row: number, found: KeyList) => void;
  /** The key of no row. */
  readonly none: number;
}

function openRows(columns: readonly KeyedColumn[], { memory }: Runtime): RowReader {
  const single = columns.filter(({ lists }) => lists === null);
  const several = columns.flatMap(({ codes, lists, part }) =>
    lists === null ? [] : [{ codes: codesIn(memory, codes), offsets: lists >>> 2, part }],
  );
  const words = new Uint32Array(memory);
  const sums = keyList(64);
  let from = 0;
  const load = (rows: Span): void => {
    from = rows.from;
    sums.count = 0;
    ensure(sums, rows.count);
    sums.keys.fill(0, 0, rows.count);
    for (const { codes, part } of single) addParts(codesIn(memory, codes), part, { rows, sums: sums.keys });
  };
  const none = columns.reduce((sum, { part }) => sum + partOf(part, 0), 0);
  const addSum = (row: number, found: KeyList): void => addDistinct(found, sums.keys[row - from] ?? 0);
  if (several.length === 0) return { load, addKeys: addSum, none };
  const [keys, values] = [keyList(64), keyList(64)];
  const addKeys = (row: number, found: KeyList): void => {
    keys.keys[0] = sums.keys[row - from] ?? 0;
    keys.count = 1;
    for (const { codes, offsets, part } of several) {
      const [first, end] = [words[offsets + row] ?? 0, words[offsets + row + 1] ?? 0];
      values.count = 0;
      for (let index = first; index < end; index += 1) addDistinct(values, partOf(part, codes[index] ?? 0));
      if (first === end) addDistinct(values, partOf(part, 0));
      finishDistinct(values);
      cross(keys, 0, values);
    }
    for (let index = 0; index < keys.count; index += 1) addDistinct(found, keys.keys[index] ?? 0);
  };
  return { load, addKeys, none };
}

/** Adds to the sum of each row what its code adds. */
function addParts(
  codes: CodeArray,
  part: KeyPart,
  { rows: { from, count }, sums }: { readonly rows: Span; readonly sums: Float64Array },
): void {
  if (part.by === 'table') {
    const { table } = part;
    for (let index = 0; index < count; index += 1)
      sums[index] = (sums[index] ?? 0) + (table[codes[from + index] ?? 0] ?? 0);
    return;
  }
  const { none, first, step } = part;
  for (let index = 0; index < count; index += 1) {
    const code = codes[from + index] ?? 0;
    sums[index] = (sums[index] ?? 0) + (code === 0 ? none : first + (code - 1) * step);
  }
}
