import type { ColumnView } from '@atrium/contract/wire/tableView';
import {
  columnPinningFeature,
  columnSizingFeature,
  createColumnHelper,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { headerOf } from '../columns/columnHeading.ts';
import { type ColumnPreferences, narrowest, widest } from '../columns/columnPreferences.ts';
import { contentWidth, fittedWidth } from './cellText.ts';
import type { GridRow } from './gridRows.ts';

const features = tableFeatures({ columnSizingFeature, columnPinningFeature });
const helper = createColumnHelper<typeof features, GridRow>();

/** A column at its position on the screen. */
export interface PlacedColumn {
  readonly column: ColumnView;
  /** Its index in the table and in the cells of a row, which a pinned column does not have on the screen. */
  readonly source: number;
  /** In pixels. */
  readonly width: number;
  /** The width at which its cells fit, with which a double click leaves it. */
  readonly fits: number;
  /** Pixels from the left edge at which it stays in view; undefined where it scrolls away. */
  readonly stickyAt: number | undefined;
  readonly isPinned: boolean;
}

/** The columns in the order of the screen: the first and the pinned ones, which stay in view, then the others. */
export function usePlacedColumns(
  columns: readonly ColumnView[],
  rows: GridRow[],
  { widths, pinned }: ColumnPreferences,
): readonly PlacedColumn[] {
  const needed = useNeededWidths(columns, rows);
  const definitions = useMemo(
    () =>
      columns.map((column, index) =>
        helper.accessor((row): unknown => row.cells[index], {
          id: column.entryId,
          size: fittedWidth(headerOf(column), needed[column.entryId] ?? 0),
          minSize: narrowest,
          maxSize: widest,
        }),
      ),
    [columns, needed],
  );
  const first = columns[0]?.entryId;
  const start = useMemo(
    () => (first === undefined ? [] : [first, ...pinned.filter((entryId) => entryId !== first)]),
    [first, pinned],
  );
  const columnPinning = useMemo(() => ({ start, end: [] }), [start]);
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    state: { columnSizing: widths, columnPinning },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table object stays the same when these change
  return useMemo(() => {
    const sources = new Map(columns.map((column, source) => [column.entryId, { column, source }]));
    const placed = (isSticky: boolean) => (leaf: (typeof leaves)[number]) => {
      const known = sources.get(leaf.id);
      if (known === undefined) return [];
      const stickyAt = isSticky ? leaf.getStart('start') : undefined;
      const fits = Math.max(narrowest, Math.min(widest, needed[leaf.id] ?? narrowest));
      return [{ ...known, width: leaf.getSize(), fits, stickyAt, isPinned: pinned.includes(leaf.id) }];
    };
    const leaves = table.getStartLeafColumns();
    return [...leaves.flatMap(placed(true)), ...table.getCenterLeafColumns().flatMap(placed(false))];
  }, [table, columns, pinned, widths, start, needed]);
}

/**
 * The widths that the cells of the columns need, by entry id. They only grow while a table is read, so that columns do not
 * move from page to page.
 */
function useNeededWidths(columns: readonly ColumnView[], rows: GridRow[]): Readonly<Record<string, number>> {
  const [needed, setNeeded] = useState<Readonly<Record<string, number>>>({});
  const found = useMemo(
    () =>
      Object.fromEntries(
        columns.map(({ entryId }, index) => [
          entryId,
          Math.max(needed[entryId] ?? 0, contentWidth(rows, index)),
        ]),
      ),
    [columns, rows, needed],
  );
  const isGrown = columns.some(({ entryId }) => (found[entryId] ?? 0) > (needed[entryId] ?? 0));
  if (isGrown) setNeeded(found);
  return isGrown ? found : needed;
}
