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

/** Items by their paths, in order. Only distinct keys are compared, since comparing texts naturally takes long. */
export function sortByPath<Item>(items: readonly Item[], pathOf: (item: Item) => Path): Item[] {
  const [first] = items;
  if (first === undefined) return [];
  const ranksOf = pathOf(first).map((_, index) => {
    const keys = [...new Set(items.map((item) => pathOf(item)[index] ?? null))].sort(compareKeys);
    return new Map(keys.map((key, rank) => [key, rank]));
  });
  const ranked = items.map((item) => ({
    item,
    ranks: pathOf(item).map((key, index) => ranksOf[index]?.get(key) ?? 0),
  }));
  const compare = (a: readonly number[], b: readonly number[]): number => {
    for (const [index, rank] of a.entries()) {
      const order = rank - (b[index] ?? 0);
      if (order !== 0) return order;
    }
    return 0;
  };
  return ranked.sort((a, b) => compare(a.ranks, b.ranks)).map(({ item }) => item);
}

const pathName = (path: Path): string => JSON.stringify(path);

/** A name that no other key has. */
export const keyName = (key: Key): string => pathName([key]);

/** The distinct paths along one axis, in order. */
function axisPaths(rows: readonly Row[], from: number, count: number): readonly Path[] {
  const paths = new Map<string, Path>();
  for (const row of rows) {
    const path = pathOf(row, from, count);
    paths.set(pathName(path), path);
  }
  return sortByPath([...paths.values()], (path) => path);
}

/** The bucket of the concept of this index in a row of `compileAnalysis`. */
export const keyOf = (row: Row, index: number): Key => toKey(row[`k${index}`]);

const pathOf = (row: Row, from: number, count: number): Path =>
  Array.from({ length: count }, (_, index) => keyOf(row, from + index));

function axisLabels(paths: readonly Path[], axes: readonly AxisPlan[]): CrossTab['index'] {
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

interface Axes {
  readonly rows: readonly AxisPlan[];
  readonly cols: readonly AxisPlan[];
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
export function pivot(rows: readonly Row[], axes: Axes): CrossTab {
  const index = axisPaths(rows, 0, axes.rows.length);
  const columns = axisPaths(rows, axes.rows.length, axes.cols.length);
  const rowIndex = new Map(index.map((path, row) => [pathName(path), row]));
  const columnIndex = new Map(columns.map((path, column) => [pathName(path), column]));
  const data = index.map(() => columns.map(() => 0));
  for (const row of rows) {
    const line = data[rowIndex.get(pathName(pathOf(row, 0, axes.rows.length))) ?? -1];
    const column = columnIndex.get(pathName(pathOf(row, axes.rows.length, axes.cols.length)));
    if (line !== undefined && column !== undefined) line[column] = Number(row['subjects'] ?? 0);
  }
  return layOut({ index, columns, data }, axes);
}
