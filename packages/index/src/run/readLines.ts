import { type CodeAt, codesIn } from '../kernel/codesIn.ts';
import type { BitSpan, Span } from '../kernel/kernel.ts';
import type { KeyedColumn, KeyPart, LineGroup, LineRows, StackedLines } from '../layout/lines.ts';
import { isIn } from './isIn.ts';
import { addDistinct, cross, ensure, finishDistinct, type KeyList, keyList } from './keyList.ts';
import { partOf } from './partOf.ts';
import type { PartOfSubjects } from './partOfSubjects.ts';
import { prepare, type Runtime, rowsOf } from './prepare.ts';
import { openFigure } from './readFigures.ts';
import { emptySet } from './sets.ts';

/** Takes the keys of the next lines; those of one subject are different, and come together. */
export type TakeKeys = (keys: Float64Array, count: number) => void;

/** Where fewer subjects of a block are found, only their rows are read. */
const sparse = 1 / 16;
/** Keys are handed on when there are so many. */
const keysAtOnce = 4096;
/** The rows of so many subjects are read at once, so that their keys stay in the cache of the processor. */
const subjectsAtOnce = 512;

/** A table of so many keys says at most which of them a subject has. */
const maxMarked = 1_000_000;

/** Whether a row may have several keys of a column. */
const isList = ({ lists, several }: KeyedColumn): boolean => lists !== null || several !== undefined;
const hasLists = (columns: readonly KeyedColumn[]): boolean => columns.some(isList);

/** The columns of subjects who have one value at most. */
const ownColumns = (groups: readonly LineGroup[]): readonly KeyedColumn[] =>
  groups.flatMap(({ rows, columns }) => (rows === null && !hasLists(columns) ? columns : []));

/** Reads the lines of a part of the subjects. Gives false where it was stopped. */
export function readLines(
  { cohort, groups, figures, size }: StackedLines,
  { blocks, isStopped }: PartOfSubjects,
  { take, at }: { readonly take: TakeKeys; readonly at: Runtime },
): boolean {
  const finder = prepare(cohort, at);
  const own = openRows(ownColumns(groups), at);
  const readers = groups.filter(({ rows, columns }) => rows !== null || hasLists(columns));
  const others = readers.map((group) => openGroup(group, size, at));
  const made = figures.map((figure) => openFigure(figure, at));
  const lines = keyList(2 * keysAtOnce);
  const words = new Uint32Array(at.memory);
  const readSpan = (span: Span, set: BitSpan): void => {
    for (const { load } of [own, ...others, ...made]) load(span);
    const sums = own.sums.keys;
    for (let index = 0; index < span.count; index += 1) {
      const subject = span.from + index;
      if (!isIn(words, set, subject)) continue;
      const begin = lines.count;
      let key = sums[index] ?? 0;
      for (let figure = 0; figure < made.length; figure += 1) key += made[figure]?.addedBy(subject) ?? 0;
      lines.keys[begin] = key;
      lines.count = begin + 1;
      for (let group = 0; group < others.length; group += 1) others[group]?.extend(subject, lines, begin);
      if (lines.count < keysAtOnce) continue;
      take(lines.keys, lines.count);
      lines.count = 0;
    }
  };
  const readSubjects = (span: Span, set: BitSpan): void => {
    for (let from = span.from; from < span.from + span.count; from += subjectsAtOnce) {
      const count = Math.min(subjectsAtOnce, span.from + span.count - from);
      at.scratch.within(() => readSpan({ from, count }, set));
    }
  };
  for (const block of blocks) {
    if (isStopped()) return false;
    at.scratch.within(() => {
      const set = emptySet(block, at);
      finder.add(block, set);
      const found = at.kernel.count(set.bits, set.count);
      if (found > sparse * block.count) readSubjects(block, set);
      else if (found > 0)
        for (let from = block.from; from < block.from + block.count; from += 1)
          if (isIn(words, set, from)) readSubjects({ from, count: 1 }, set);
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

function openGroup(group: LineGroup, size: number, at: Runtime): GroupReader {
  const rows = openRows(group.columns, at);
  const found = keyList(64);
  const extendBy = (lines: KeyList, begin: number): void => {
    finishDistinct(found);
    cross(lines, begin, found);
  };
  if (group.rows !== null) {
    if (!rows.hasLists && size <= maxMarked) return openMarked(group.rows, { rows, size }, at);
    return openCollection(group.rows, { rows, found, extendBy }, at);
  }
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
  { offsets, step }: LineRows,
  { rows, found, extendBy }: GroupParts,
  at: Runtime,
): GroupReader {
  const words = new Uint32Array(at.memory);
  const passing = openPassing({ offsets, step }, at);
  return {
    load: (subjects) => {
      rows.load(rowsOf(offsets, subjects, at));
      passing.load(subjects);
    },
    extend: (subject, lines, begin) => {
      found.count = 0;
      const table = (offsets >>> 2) + subject;
      const end = words[table + 1] ?? 0;
      for (let row = words[table] ?? 0; row < end; row += 1)
        if (passing.set === null || isIn(words, passing.set, row)) rows.addKeys(row, found);
      if (found.count === 0) addDistinct(found, rows.none);
      extendBy(lines, begin);
    },
  };
}

/** As `openCollection`, of rows with one value at most of each column: a table says which keys a subject has already. */
function openMarked(
  { offsets, step }: LineRows,
  { rows, size }: { readonly rows: RowReader; readonly size: number },
  at: Runtime,
): GroupReader {
  const words = new Uint32Array(at.memory);
  const passing = openPassing({ offsets, step }, at);
  const marks = new Uint32Array(size);
  const found = keyList(64);
  const { sums, none } = rows;
  /** Writes the keys of a subject, each added to `base`, from an index of the list on; returns where they end. */
  const write = (
    subject: number,
    { list, from, base }: { list: KeyList; from: number; base: number },
  ): number => {
    const [first, end] = [words[(offsets >>> 2) + subject] ?? 0, words[(offsets >>> 2) + subject + 1] ?? 0];
    ensure(list, from + end - first + 1);
    const [keys, all, set] = [list.keys, sums.keys, passing.set];
    let at = from;
    for (let row = first; row < end; row += 1) {
      // A number that is no integer to the machine is looked up ten times as slowly.
      const key = (all[row - sums.from] ?? 0) >>> 0;
      if (marks[key] === subject + 1 || (set !== null && !isIn(words, set, row))) continue;
      marks[key] = subject + 1;
      keys[at] = base + key;
      at += 1;
    }
    if (at > from) return at;
    keys[from] = base + none;
    return from + 1;
  };
  return {
    load: (subjects) => {
      rows.load(rowsOf(offsets, subjects, at));
      passing.load(subjects);
    },
    extend: (subject, lines, begin) => {
      if (lines.count === begin + 1)
        lines.count = write(subject, { list: lines, from: begin, base: lines.keys[begin] ?? 0 });
      else {
        found.count = write(subject, { list: found, from: 0, base: 0 });
        cross(lines, begin, found);
      }
    },
  };
}

/** The rows of some subjects that pass; all where the set is null. */
function openPassing({ offsets, step }: LineRows, at: Runtime) {
  const finder = step === null ? null : prepare(step, at);
  const passing: { set: BitSpan | null; readonly load: (subjects: Span) => void } = {
    set: null,
    load: (subjects) => {
      if (finder === null) return;
      passing.set = emptySet(rowsOf(offsets, subjects, at), at);
      finder.add(subjects, passing.set);
    },
  };
  return passing;
}

/** The keys of rows that were read, from a position on. */
interface RowSums {
  from: number;
  keys: Float64Array;
  count: number;
}

/** Reads the keys of rows. */
interface RowReader {
  readonly sums: RowSums;
  readonly hasLists: boolean;
  /** Reads the columns with one value at most of so many rows. */
  readonly load: (rows: Span) => void;
  /** Adds the keys of a row that was read to a list, each once. */
  readonly addKeys: (row: number, found: KeyList) => void;
  /** The key of no row. */
  readonly none: number;
}

function openRows(columns: readonly KeyedColumn[], { memory }: Runtime): RowReader {
  const opened = (column: KeyedColumn) => ({ ...column, codes: codesIn(memory, column.codes) });
  const single = columns.filter((column) => !isList(column)).map(opened);
  const several = columns.filter(isList).map(opened);
  const words = new Uint32Array(memory);
  const sums: RowSums = { ...keyList(64), from: 0 };
  const load = (rows: Span): void => {
    sums.from = rows.from;
    sums.count = 0;
    ensure(sums, rows.count);
    sums.keys.fill(0, 0, rows.count);
    for (const { codes, part } of single) addParts(codes, part, { rows, sums: sums.keys });
  };
  const none = columns.reduce((sum, { part }) => sum + partOf(part, 0), 0);
  const addSum = (row: number, found: KeyList): void => addDistinct(found, sums.keys[row - sums.from] ?? 0);
  if (several.length === 0) return { load, addKeys: addSum, none, sums, hasLists: false };
  const [keys, values] = [keyList(64), keyList(64)];
  const addKeys = (row: number, found: KeyList): void => {
    keys.keys[0] = sums.keys[row - sums.from] ?? 0;
    keys.count = 1;
    for (const { codes, lists, part, several: ofCodes } of several) {
      const offsets = (lists ?? 0) >>> 2;
      const [first, end] =
        lists === null ? [row, row + 1] : [words[offsets + row] ?? 0, words[offsets + row + 1] ?? 0];
      values.count = 0;
      for (let index = first; index < end; index += 1) addKeysOf(codes(index), { part, ofCodes }, values);
      if (first === end) addDistinct(values, partOf(part, 0));
      finishDistinct(values);
      cross(keys, 0, values);
    }
    for (let index = 0; index < keys.count; index += 1) addDistinct(found, keys.keys[index] ?? 0);
  };
  return { load, addKeys, none, sums, hasLists: true };
}

function addKeysOf(
  code: number,
  { part, ofCodes }: { readonly part: KeyPart; readonly ofCodes: KeyedColumn['several'] },
  to: KeyList,
): void {
  if (ofCodes === undefined) {
    addDistinct(to, partOf(part, code));
    return;
  }
  const { offsets, keys } = ofCodes;
  const end = offsets[code + 1] ?? 0;
  for (let index = offsets[code] ?? 0; index < end; index += 1) addDistinct(to, keys[index] ?? 0);
}

/** Adds to the sum of each row what its code adds. */
function addParts(
  codes: CodeAt,
  part: KeyPart,
  { rows: { from, count }, sums }: { readonly rows: Span; readonly sums: Float64Array },
): void {
  if (part.by === 'table') {
    const { table } = part;
    for (let index = 0; index < count; index += 1)
      sums[index] = (sums[index] ?? 0) + (table[codes(from + index)] ?? 0);
    return;
  }
  const { none, first, step } = part;
  for (let index = 0; index < count; index += 1) {
    const code = codes(from + index);
    sums[index] = (sums[index] ?? 0) + (code === 0 ? none : first + (code - 1) * step);
  }
}
