import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import classes from './Grid.module.css';
import { GridRowView } from './GridRowView.tsx';
import type { GridRow } from './gridRows.ts';
import { useActiveCell } from './useActiveCell.ts';
import { useColumnWindow } from './useColumnWindow.ts';
import type { PlacedColumn } from './usePlacedColumns.ts';

interface GridBodyProps {
  readonly rows: readonly GridRow[];
  readonly columns: readonly PlacedColumn[];
  /** Places in the rows of the columns that hold numbers. */
  readonly numbers: ReadonlySet<number>;
  readonly region: RefObject<HTMLDivElement | null>;
}

const manyRows = 60;
const overscan = 12;

/** Every row is 2.25rem high, so that rows out of sight can be left out without anything moving. */
const rowHeight = (): number =>
  2.25 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize || '16');

/** The rows; of many rows or columns, only those in sight are in the document. */
export function GridBody({ rows, columns, numbers, region }: GridBodyProps) {
  const isMany = rows.length > manyRows;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => region.current,
    estimateSize: rowHeight,
    overscan,
    enabled: isMany,
  });
  const range = useColumnWindow(columns, region);
  const active = useActiveCell({
    rows: rows.length,
    columns: columns.length,
    showRow: (row) => isMany && virtualizer.scrollToIndex(row),
    showColumn: range.show,
  });
  const items = virtualizer.getVirtualItems();
  const shown = isMany ? items.map(({ index }) => index) : rows.map((_, index) => index);
  const before = isMany ? (items[0]?.start ?? 0) : 0;
  const after = isMany ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  return (
    <tbody ref={active.body} onKeyDown={active.onKeyDown} onFocus={active.onFocus}>
      <Spacer height={before} columns={columns.length} />
      {shown.map((index) => {
        const row = rows[index];
        return (
          row && (
            <GridRowView
              key={row.id}
              row={row}
              index={index}
              columns={columns}
              numbers={numbers}
              from={range.from}
              to={range.to}
              activeColumn={active.place.row === index ? active.place.column : undefined}
            />
          )
        );
      })}
      <Spacer height={after} columns={columns.length} />
    </tbody>
  );
}

interface SpacerProps {
  readonly height: number;
  readonly columns: number;
}

const Spacer = ({ height, columns }: SpacerProps) =>
  height > 0 ? (
    <tr aria-hidden className={classes.spacer}>
      <td colSpan={columns} style={{ height }} />
    </tr>
  ) : null;
