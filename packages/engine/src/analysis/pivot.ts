import type { AxisLabel, CrossTab } from '@atrium/contract';
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

/** Work that may be left after each step, so that others are answered before the next. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

function resultOf<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function* sortInSteps<Item>(items: readonly Item[], pathOf: (item: Item) => Path): Steps<Item[]> {
  let pathed = items.map((item) => ({ item, path: pathOf(item) }));
  for (let level = (pathed[0]?.path.length ?? 0) - 1; level >= 0; level -= 1) {
    yield;
    pathed = sortByLevel(pathed, level);
  }
  return pathed.map(({ item }) => item);
}

/** What has the same key stays in its order. */
function sortByLevel<Pathed extends { readonly path: Path }>(
  items: readonly Pathed[],
  level: number,
): Pathed[] {
  const groups = new Map<Key, Pathed[]>();
  for (const item of items) {
    const key = item.path[level] ?? null;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups].sort(([a], [b]) => compareKeys(a, b)).flatMap(([, group]) => group);
}

/** A name that no other key has. */
export const keyName = (key: Key): string => JSON.stringify([key]);

/** The distinct paths along one axis, in order, and for each row which of them it has. */
interface Axis {
  readonly paths: readonly Path[];
  readonly indexOf: readonly number[];
}

/** Paths are told apart by numbers, level by level: there may be tens of thousands of rows, and texts of paths take ten times as long. */
function* axisOf(rows: readonly Row[], from: number, count: number): Steps<Axis> {
  const levels: (readonly Key[])[] = [];
  let numbers: readonly number[] = rows.map(() => 0);
  for (let index = from; index < from + count; index += 1) {
    yield;
    const level = keysOf(rows, index);
    levels.push(level);
    yield;
    const inner = numbered(level);
    yield;
    numbers = numbered(numbers.map((number, row) => number * rows.length + (inner[row] ?? 0)));
  }
  yield;
  const firstRows: number[] = [];
  for (const [row, number] of numbers.entries()) firstRows[number] ??= row;
  const distinct = firstRows.map((row, number) => ({
    number,
    path: levels.map((level) => level[row] ?? null),
  }));
  yield;
  const sorted = yield* sortInSteps(distinct, ({ path }) => path);
  yield;
  const ranks: number[] = [];
  for (const [rank, { number }] of sorted.entries()) ranks[number] = rank;
  return { paths: sorted.map(({ path }) => path), indexOf: numbers.map((number) => ranks[number] ?? 0) };
}

/** For each value the number of its kind, from 0 in the order in which they come. */
function numbered(values: readonly Key[]): number[] {
  const known = new Map<Key, number>();
  return values.map((value) => {
    const number = known.get(value) ?? known.size;
    known.set(value, number);
    return number;
  });
}

/** The bucket of the concept of this index in a row of `compileAnalysis`. */
export const keyOf = (row: Row, index: number): Key => toKey(row[`k${index}`]);

function keysOf(rows: readonly Row[], index: number): readonly Key[] {
  const name = `k${index}`;
  return rows.map((row) => toKey(row[name]));
}

function axisLabels(paths: readonly Path[], axes: readonly Labelled[]): CrossTab['index'] {
  if (axes.length === 0) return paths.map(() => placeholder);
  return paths.map((path) => {
    const labels = path.map((key, index) => {
      const axis = axes[index];
      return axis === undefined ? String(key) : bucketLabel(axis.bucketing, key);
    });
    const [only] = labels;
    return labels.length === 1 && only !== undefined ? only : labels;
  });
}

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
}

/** The cross-tab with labels instead of keys; without rows or columns the other axis is empty, too. */
export const layOut = ({ index, columns, data }: Laid, axes: Axes): CrossTab =>
  index.length * columns.length === 0
    ? { index: [], columns: [], data: [] }
    : { index: axisLabels(index, axes.rows), columns: axisLabels(columns, axes.cols), data };

/** The rows of `compileAnalysis` as a matrix (rule 6.7); combinations that do not occur are 0. */
export const pivot = (rows: readonly Row[], axes: Axes): CrossTab => resultOf(pivotInSteps(rows, axes));

/** The same as `pivot`, in steps of at most some milliseconds. */
export function* pivotInSteps(rows: readonly Row[], axes: Axes): Steps<CrossTab> {
  const index = yield* axisOf(rows, 0, axes.rows.length);
  const columns = yield* axisOf(rows, axes.rows.length, axes.cols.length);
  yield;
  const data = index.paths.map(() => columns.paths.map(() => 0));
  for (const [number, row] of rows.entries()) {
    const line = data[index.indexOf[number] ?? -1];
    const column = columns.indexOf[number];
    if (line !== undefined && column !== undefined) line[column] = Number(row['subjects'] ?? 0);
  }
  yield;
  return layOut({ index: index.paths, columns: columns.paths, data }, axes);
}
