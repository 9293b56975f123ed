import type { Cell, ColumnView, Preview } from '@atrium/contract';

/** One row with a cell for each column of the table; undefined where the answer does not have the column yet. */
export interface GridRow {
  readonly id: string;
  /** Its place in the whole table, from 1. */
  readonly place: number;
  readonly cells: readonly (Cell | undefined)[];
}

/** Sets the answer's cells under the table's columns, which may be newer than the answer. */
export function gridRows(columns: readonly ColumnView[], page: Preview): GridRow[] {
  const answered = page.extended.fields.map((field) => field.entryId);
  const sources = columns.map(({ entryId }) => answered.indexOf(entryId));
  const { firstIndex } = page.paginator;
  return page.data.map((row, index) => ({
    id: String(firstIndex + index),
    place: firstIndex + index,
    cells: sources.map((source) => (source < 0 ? undefined : (row[source] ?? null))),
  }));
}

/** Rows that stand for those still loading. */
export const pendingRows = (columns: readonly ColumnView[], count: number): GridRow[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `pending ${index}`,
    place: index + 1,
    cells: columns.map(() => undefined),
  }));
