import type { AxisLabel, CrossTab, CrossTabTotals } from '@atrium/contract/wire/analysis';
import { bucketLabel } from './buckets.ts';
import type { AxisPlan } from './compileAnalysis.ts';

type Key = AxisLabel | null;
type Path = readonly Key[];
export type Row = Readonly<Record<string, unknown>>;

const placeholder = 'subject count';

const toKey = (value: unknown): Key =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'variant' });

/** Numbers by size, false before true, text naturally (`2` before `10`), `[not set]` last (rule 6.6). */
export function compareKeys(a: Key, b: Key): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return (
    natural.compare(String(a), String(b)) || (String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0)
  );
}

/**
 * Items by their paths, in order. Only distinct keys are compared, since comparing texts naturally takes long; the items are
 * then put in order by their keys' ranks, level by level from the last one, which compares nothing.
 */
export const sortByPath = <Item>(items: readonly Item[], pathOf: (item: Item) => Path): Item[] =>
  resultOf(sortInSteps(items, pathOf));

/** Long work, done in steps: the caller may answer other requests between two steps. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

function resultOf<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** How many items are handled in one step, which takes some tenths of a millisecond. */
const itemsOfStep = 1000;

/** The same as `map`, in steps. */
function* mapInSteps<Item, Made>(
  items: readonly Item[],
  make: (item: Item, index: number) => Made,
): Steps<Made[]> {
  const made: Made[] = [];
  for (const [index, item] of items.entries()) {
    if (index % itemsOfStep === 0) yield;
    made.push(make(item, index));
  }
  return made;
}

function* sortInSteps<Item>(items: readonly Item[], pathOf: (item: Item) => Path): Steps<Item[]> {
  let pathed: readonly Pathed<Item>[] = yield* mapInSteps(items, (item) => ({ item, path: pathOf(item) }));
  for (let level = (pathed[0]?.path.length ?? 0) - 1; level >= 0; level -= 1)
    pathed = yield* sortByLevel(pathed, level);
  return yield* mapInSteps(pathed, ({ item }) => item);
}

interface Pathed<Item> {
  readonly item: Item;
  readonly path: Path;
}

/** Items with the same key keep their order. */
function* sortByLevel<Item>(items: readonly Pathed<Item>[], level: number): Steps<Pathed<Item>[]> {
  const groups = new Map<Key, Pathed<Item>[]>();
  for (const [index, item] of items.entries()) {
    if (index % itemsOfStep === 0) yield;
    const key = item.path[level] ?? null;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  const sorted = yield* sortKeys([...groups.keys()]);
  return (yield* mapInSteps(sorted, (key) => groups.get(key) ?? [])).flat();
}

/**
 * How many keys are sorted or merged in one step: one comparison of texts in natural order takes about a microsecond.
 */
const keysOfStep = 64;

/** Merges halves that are sorted. */
function* sortKeys(keys: readonly Key[]): Steps<Key[]> {
  yield;
  if (keys.length <= keysOfStep) return keys.toSorted(compareKeys);
  const half = Math.ceil(keys.length / 2);
  const lower = yield* sortKeys(keys.slice(0, half));
  const upper = yield* sortKeys(keys.slice(half));
  const merged: Key[] = [];
  for (let one = 0, other = 0; one < lower.length || other < upper.length; ) {
    if (merged.length % keysOfStep === 0) yield;
    const [a, b] = [lower[one], upper[other]];
    const isFirst = b === undefined || (a !== undefined && compareKeys(a, b) <= 0);
    const key = isFirst ? a : b;
    if (isFirst) one += 1;
    else other += 1;
    if (key !== undefined) merged.push(key);
  }
  return merged;
}

/** A name that no other key has. */
export const keyName = (key: Key): string => JSON.stringify([key]);

/** The distinct paths along one axis, in order, and for each row which of them it has. */
interface Axis {
  readonly paths: readonly Path[];
  readonly indexOf: readonly number[];
}

/**
 * Paths are compared by numbers, level by level: there may be tens of thousands of rows, and texts of paths take ten
 * times as long.
 */
function* axisOf(rows: readonly Row[], from: number, count: number): Steps<Axis> {
  const levels: (readonly Key[])[] = [];
  let numbers: readonly number[] = yield* mapInSteps(rows, () => 0);
  for (let index = from; index < from + count; index += 1) {
    const level = yield* keysOf(rows, index);
    levels.push(level);
    const inner = yield* numbered(level);
    numbers = yield* numbered(
      yield* mapInSteps(numbers, (number, row) => number * rows.length + (inner[row] ?? 0)),
    );
  }
  const firstRows: number[] = [];
  yield* mapInSteps(numbers, (number, row) => (firstRows[number] ??= row));
  const distinct = yield* mapInSteps(firstRows, (row, number) => ({
    number,
    path: levels.map((level) => level[row] ?? null),
  }));
  const sorted = yield* sortInSteps(distinct, ({ path }) => path);
  const ranks: number[] = [];
  const paths = yield* mapInSteps(sorted, ({ number, path }, rank) => {
    ranks[number] = rank;
    return path;
  });
  return { paths, indexOf: yield* mapInSteps(numbers, (number) => ranks[number] ?? 0) };
}

/**
 * Gives each distinct value a number, from 0 in the order of its first occurrence, and returns the number of each
 * value.
 */
function* numbered(values: readonly Key[]): Steps<number[]> {
  const known = new Map<Key, number>();
  return yield* mapInSteps(values, (value) => {
    const number = known.get(value) ?? known.size;
    known.set(value, number);
    return number;
  });
}

/** The bucket of the concept of this index in a row of `compileAnalysis`. */
export const keyOf = (row: Row, index: number): Key => toKey(row[`k${index}`]);

function keysOf(rows: readonly Row[], index: number): Steps<Key[]> {
  const name = `k${index}`;
  return mapInSteps(rows, (row) => toKey(row[name]));
}

function axisLabels(paths: readonly Path[], axes: readonly Labelled[]): Steps<AxisLabels> {
  return mapInSteps(paths, (path) => {
    if (axes.length === 0) return placeholder;
    const labels = path.map((key, index) => {
      const axis = axes[index];
      return axis === undefined ? String(key) : bucketLabel(axis.bucketing, key);
    });
    const [only] = labels;
    return labels.length === 1 && only !== undefined ? only : labels;
  });
}

type AxisLabels = CrossTab['index'];
type Labelled = Pick<AxisPlan, 'bucketing'>;

interface Axes {
  readonly rows: readonly Labelled[];
  readonly cols: readonly Labelled[];
}

/** A cross-tab by the buckets' keys. */
interface Laid {
  readonly index: readonly Path[];
  readonly columns: readonly Path[];
  readonly data: CrossTab['data'];
  readonly totals: CrossTabTotals;
}

/** The cross-tab with labels instead of keys; without rows or columns the other axis is empty, too. */
export const layOut = (laid: Laid, axes: Axes): CrossTab => resultOf(layOutInSteps(laid, axes));

function* layOutInSteps({ index, columns, data, totals }: Laid, axes: Axes): Steps<CrossTab> {
  if (index.length * columns.length === 0) return { index: [], columns: [], data: [] };
  return {
    index: yield* axisLabels(index, axes.rows),
    columns: yield* axisLabels(columns, axes.cols),
    data,
    totals,
  };
}

/** Rows of `compileAnalysis`. */
export interface CountedLines {
  readonly cells: readonly Row[];
  /** The same by the concepts of one axis; an axis without concepts has one row, of all subjects. */
  readonly rows: readonly Row[];
  readonly columns: readonly Row[];
  readonly subjects: number;
}

/** Counted rows as a matrix (rule 6.7); combinations that do not occur are 0. */
export const pivot = (lines: CountedLines, axes: Axes): CrossTab => resultOf(pivotInSteps(lines, axes));

/**
 * The same as `pivot`, in steps of less than a millisecond.
 * @param refuse is given the number of cells before there are any, and may throw
 */
export function* pivotInSteps(
  { cells, subjects, ...totals }: CountedLines,
  axes: Axes,
  refuse: (cells: number) => void = () => {},
): Steps<CrossTab> {
  const index = yield* axisOf(cells, 0, axes.rows.length);
  const columns = yield* axisOf(cells, axes.rows.length, axes.cols.length);
  refuse(index.paths.length * columns.paths.length);
  const data = yield* mapInSteps(index.paths, () => columns.paths.map(() => 0));
  yield* mapInSteps(cells, (row, number) => {
    const line = data[index.indexOf[number] ?? -1];
    const column = columns.indexOf[number];
    if (line !== undefined && column !== undefined) line[column] = Number(row['subjects'] ?? 0);
  });
  const laid = {
    index: index.paths,
    columns: columns.paths,
    data,
    totals: {
      rows: yield* totalsOf(index, totals.rows),
      columns: yield* totalsOf(columns, totals.columns),
      all: subjects,
    },
  };
  return yield* layOutInSteps(laid, axes);
}

/** The subjects of each path, from rows that count the concepts of this axis only. */
function* totalsOf({ paths }: Axis, rows: readonly Row[]): Steps<number[]> {
  const levels = paths[0]?.length ?? 0;
  const counts = new Map<string, number>();
  yield* mapInSteps(rows, (row) => {
    const path = Array.from({ length: levels }, (_, level) => keyOf(row, level));
    counts.set(JSON.stringify(path), Number(row['subjects'] ?? 0));
  });
  return yield* mapInSteps(paths, (path) => counts.get(JSON.stringify(path)) ?? 0);
}
