import type { ColumnView } from '@atrium/contract/wire/tableView';
import { type RefObject, useMemo } from 'react';
import { GridRegion, gridClass } from '../../../ui/grid/Grid.tsx';
import type { OwnPreferences } from '../columns/columnPreferences.ts';
import type { SortKey } from '../sort/sortKeys.ts';
import { words } from '../tableWords.ts';
import type { ColumnActions } from './ColumnMenu.tsx';
import classes from './Grid.module.css';
import { GridBody } from './GridBody.tsx';
import { GridHead } from './GridHead.tsx';
import { type GridRow, numberColumns } from './gridRows.ts';
import { usePlacedColumns } from './usePlacedColumns.ts';

interface DataGridProps {
  readonly dataset: string;
  /** The accessible name of the table. */
  readonly label?: string;
  readonly columns: readonly ColumnView[];
  readonly rows: GridRow[];
  readonly sort: readonly SortKey[];
  readonly actions: ColumnActions;
  readonly look: OwnPreferences;
  /** Rows in the whole table, if known. */
  readonly recordCount: number | undefined;
  /** Older rows are shown while newer ones load. */
  readonly isStale: boolean;
  readonly region: RefObject<HTMLDivElement | null>;
}

/** The table itself. Its header, first column and pinned columns stay in view. */
export function DataGrid(props: DataGridProps) {
  const {
    dataset,
    label = words.table,
    columns,
    rows,
    sort,
    actions,
    look,
    recordCount,
    isStale,
    region,
  } = props;
  const placed = usePlacedColumns(columns, rows, look.preferences);
  const numbers = useMemo(() => numberColumns(rows), [rows]);
  const width = placed.reduce((total, column) => total + column.width, 0);
  // Columns of usual width share the free space. Once one was resized the last gets it all, so that no other one moves.
  const isResized = placed.some(({ column }) => look.preferences.widths[column.entryId] !== undefined);
  const isFilling = (index: number) => isResized && index > 0 && index === placed.length - 1;
  return (
    <GridRegion ref={region} className={classes.region} label={label}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move through its cells
        role="grid"
        aria-label={label}
        className={`${gridClass} ${classes.table}`}
        style={{ width }}
        aria-rowcount={recordCount === undefined ? -1 : recordCount + 1}
        aria-colcount={placed.length}
        aria-busy={isStale}
        data-stale={isStale}
      >
        <colgroup>
          {placed.map(({ column, width: size }, index) => (
            <col
              key={column.entryId}
              style={isFilling(index) ? undefined : { width: widthOf(size, index) }}
            />
          ))}
        </colgroup>
        <GridHead
          dataset={dataset}
          columns={placed}
          sort={sort}
          hasRows={rows.length > 0}
          actions={actions}
          onLook={look.change}
        />
        <GridBody rows={rows} columns={placed} numbers={numbers} region={region} />
      </table>
    </GridRegion>
  );
}

/** The first column stays in view, so it must not fill a small screen. */
const widthOf = (size: number, index: number): string => (index === 0 ? `min(${size}px, 45vw)` : `${size}px`);
