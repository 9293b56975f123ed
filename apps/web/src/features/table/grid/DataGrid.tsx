import type { ColumnView } from '@atrium/contract';
import { columnSizingFeature, createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table';
import { type RefObject, useMemo } from 'react';
import { columnWidth, headerOf } from '../columns/columnWidth.ts';
import type { SortKey } from '../sort/sortKeys.ts';
import { words } from '../words.ts';
import classes from './Grid.module.css';
import { GridBody } from './GridBody.tsx';
import type { GridRow } from './gridRows.ts';
import { type ColumnActions, HeaderCell } from './HeaderCell.tsx';

const features = tableFeatures({ columnSizingFeature });
const helper = createColumnHelper<typeof features, GridRow>();

interface DataGridProps {
  readonly columns: readonly ColumnView[];
  readonly rows: GridRow[];
  readonly sort: readonly SortKey[];
  readonly actions: ColumnActions;
  /** Rows in the whole table, if known. */
  readonly recordCount: number | undefined;
  /** Older rows stand in while newer ones load. */
  readonly isStale: boolean;
  readonly region: RefObject<HTMLDivElement | null>;
}

/** The table itself: header and first column stay in sight. */
export function DataGrid({ columns, rows, sort, actions, recordCount, isStale, region }: DataGridProps) {
  const definitions = useMemo(
    () =>
      columns.map((column, index) =>
        helper.accessor((row): unknown => row.cells[index], {
          id: column.entryId,
          size: columnWidth(headerOf(column)),
        }),
      ),
    [columns],
  );
  const table = useTable({ features, columns: definitions, data: rows, getRowId: (row) => row.id });
  const headers = table.getFlatHeaders();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={region} className={classes.region} aria-label={words.table} tabIndex={0}>
      <table
        className={classes.table}
        style={{ width: table.getTotalSize() }}
        aria-rowcount={recordCount === undefined ? -1 : recordCount + 1}
        aria-busy={isStale}
        data-stale={isStale}
      >
        <colgroup>
          {headers.map((header, index) => (
            <col key={header.id} style={{ width: widthOf(header.getSize(), index) }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <HeaderCell key={column.entryId} column={column} sort={sort} actions={actions} />
            ))}
          </tr>
        </thead>
        <GridBody rows={rows} columns={columns.length} region={region} />
      </table>
    </section>
  );
}

/** The first column stays in sight, so it may not fill a small screen. */
const widthOf = (size: number, index: number): string => (index === 0 ? `min(${size}px, 45vw)` : `${size}px`);
