import type { AxisLabel, CrossTab } from '@atrium/contract';
import { bucketLabel } from './buckets.ts';
import type { AxisPlan } from './compileAnalysis.ts';

type Key = AxisLabel | null;
type Row = Readonly<Record<string, unknown>>;

const placeholder = 'subject count';

const toKey = (value: unknown): Key =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'variant' });

/** Numbers by size, false before true, text naturally (`2` before `10`), `[not set]` last. */
function compareKeys(a: Key, b: Key): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return (
    natural.compare(String(a), String(b)) || (String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0)
  );
}

const comparePaths = (a: readonly Key[], b: readonly Key[]): number => {
  for (const [index, key] of a.entries()) {
    const order = compareKeys(key, b[index] ?? null);
    if (order !== 0) return order;
  }
  return 0;
};

const pathName = (path: readonly Key[]): string => JSON.stringify(path);

/** The distinct paths along one axis, in order. */
function axisPaths(rows: readonly Row[], from: number, count: number): readonly (readonly Key[])[] {
  const paths = new Map<string, readonly Key[]>();
  for (const row of rows) {
    const path = pathOf(row, from, count);
    paths.set(pathName(path), path);
  }
  return [...paths.values()].sort(comparePaths);
}

const pathOf = (row: Row, from: number, count: number): readonly Key[] =>
  Array.from({ length: count }, (_, index) => toKey(row[`k${from + index}`]));

function axisLabels(paths: readonly (readonly Key[])[], axes: readonly AxisPlan[]): CrossTab['index'] {
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

/** The rows of `compileAnalysis` as a matrix (contract 13.1); combinations that do not occur are 0. */
export function pivot(
  rows: readonly Row[],
  axes: { readonly rows: readonly AxisPlan[]; readonly cols: readonly AxisPlan[] },
): CrossTab {
  const index = axisPaths(rows, 0, axes.rows.length);
  const columns = axisPaths(rows, axes.rows.length, axes.cols.length);
  const rowPlace = new Map(index.map((path, place) => [pathName(path), place]));
  const columnPlace = new Map(columns.map((path, place) => [pathName(path), place]));
  const data = index.map(() => columns.map(() => 0));
  for (const row of rows) {
    const line = data[rowPlace.get(pathName(pathOf(row, 0, axes.rows.length))) ?? -1];
    const place = columnPlace.get(pathName(pathOf(row, axes.rows.length, axes.cols.length)));
    if (line !== undefined && place !== undefined) line[place] = Number(row['subjects'] ?? 0);
  }
  return { index: axisLabels(index, axes.rows), columns: axisLabels(columns, axes.cols), data };
}
