import type { Cell, ColumnView, Preview } from '@atrium/contract/wire/tableView';

/** One row with a cell for each column of the table; undefined where the reply does not have the column yet. */
export interface GridRow {
  /** Its number in the whole table, from 1. */
  readonly number: number;
  readonly cells: readonly (Cell | undefined)[];
}

/** Matches the cells of a reply to the columns of the table, which may be newer than the reply. */
export function gridRows(columns: readonly ColumnView[], page: Preview): GridRow[] {
  const replied = page.extended.fields.map((field) => field.entryId);
  const sources = columns.map(({ entryId }) => replied.indexOf(entryId));
  const { firstIndex } = page.paginator;
  return page.data.map((row, index) => ({
    number: firstIndex + index,
    cells: sources.map((source) => (source < 0 ? undefined : (row[source] ?? null))),
  }));
}

/** Empty rows, shown while the real ones load. */
export const pendingRows = (columns: readonly ColumnView[], count: number): GridRow[] =>
  Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    cells: columns.map(() => undefined),
  }));

/** Indexes of the columns that have only numbers, which are aligned to the right. */
export function numberColumns(rows: readonly GridRow[]): ReadonlySet<number> {
  const numbers = new Set<number>();
  const others = new Set<number>();
  for (const { cells } of rows) {
    for (const [index, cell] of cells.entries()) {
      if (typeof cell === 'number') numbers.add(index);
      else if (cell !== null && cell !== undefined && !(Array.isArray(cell) && cell.length === 0))
        others.add(index);
    }
  }
  return new Set([...numbers].filter((index) => !others.has(index)));
}
