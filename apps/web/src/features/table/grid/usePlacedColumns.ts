import type { ColumnView } from '@atrium/contract';
import {
  columnPinningFeature,
  columnSizingFeature,
  createColumnHelper,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { type ColumnPreferences, narrowest, widest } from '../columns/columnPreferences.ts';
import { columnWidth, headerOf } from '../columns/columnWidth.ts';
import type { GridRow } from './gridRows.ts';

const features = tableFeatures({ columnSizingFeature, columnPinningFeature });
const helper = createColumnHelper<typeof features, GridRow>();

/** A column where it stands on the screen. */
export interface PlacedColumn {
  readonly column: ColumnView;
  /** Its place in the table and in the rows; a pinned column stands elsewhere on the screen. */
  readonly source: number;
  /** In pixels. */
  readonly width: number;
  /** Pixels from the left edge at which it stays in sight; undefined where it scrolls away. */
  readonly stuckAt: number | undefined;
  readonly isPinned: boolean;
}

/** The columns as they stand on the screen: the first and the pinned ones, which stay in sight, then the others. */
export function usePlacedColumns(
  columns: readonly ColumnView[],
  rows: GridRow[],
  { widths, pinned }: ColumnPreferences,
): readonly PlacedColumn[] {
  const definitions = useMemo(
    () =>
      columns.map((column, index) =>
        helper.accessor((row): unknown => row.cells[index], {
          id: column.entryId,
          size: columnWidth(headerOf(column)),
          minSize: narrowest,
          maxSize: widest,
        }),
      ),
    [columns],
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
    getRowId: (row) => row.id,
    state: { columnSizing: widths, columnPinning },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table reads these, and stays itself
  return useMemo(() => {
    const sources = new Map(columns.map((column, source) => [column.entryId, { column, source }]));
    const place = (isStuck: boolean) => (held: (typeof leaves)[number]) => {
      const known = sources.get(held.id);
      if (known === undefined) return [];
      const stuckAt = isStuck ? held.getStart('start') : undefined;
      return [{ ...known, width: held.getSize(), stuckAt, isPinned: pinned.includes(held.id) }];
    };
    const leaves = table.getStartLeafColumns();
    return [...leaves.flatMap(place(true)), ...table.getCenterLeafColumns().flatMap(place(false))];
  }, [table, columns, pinned, widths, start]);
}
