import type { Cell } from '@atrium/contract';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type RefObject } from 'react';
import { CellValue } from './CellValue.tsx';
import classes from './Grid.module.css';
import type { GridRow } from './gridRows.ts';

interface GridBodyProps {
  readonly rows: readonly GridRow[];
  readonly columns: number;
  readonly region: RefObject<HTMLDivElement | null>;
}

const manyRows = 60;
const overscan = 12;

/** Every row is 2.25rem high, so that rows out of sight can be left out without anything moving. */
const rowHeight = (): number =>
  2.25 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize || '16');

/** The rows; of many, only those in sight are in the document. */
export function GridBody({ rows, columns, region }: GridBodyProps) {
  const isMany = rows.length > manyRows;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => region.current,
    estimateSize: rowHeight,
    overscan,
    enabled: isMany,
  });
  const items = virtualizer.getVirtualItems();
  const shown = isMany ? items.flatMap(({ index }) => rows[index] ?? []) : rows;
  const before = isMany ? (items[0]?.start ?? 0) : 0;
  const after = isMany ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  return (
    <tbody>
      <Spacer height={before} columns={columns} />
      {shown.map((row) => (
        <Row key={row.id} row={row} />
      ))}
      <Spacer height={after} columns={columns} />
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

const boneWidths = ['72%', '48%', '86%', '60%'];

/** The first cell names its row. */
const Row = memo(function Row({ row }: { readonly row: GridRow }) {
  return (
    <tr aria-rowindex={row.place + 1} data-odd={row.place % 2 === 0}>
      {row.cells.map((cell, index) => {
        const key = `${row.id} ${index}`;
        const width = boneWidths[(row.place + index) % boneWidths.length];
        return index === 0 ? (
          <th key={key} scope="row">
            <Content cell={cell} width={width} />
          </th>
        ) : (
          <td key={key}>
            <Content cell={cell} width={width} />
          </td>
        );
      })}
    </tr>
  );
});

interface ContentProps {
  readonly cell: Cell | undefined;
  readonly width: string | undefined;
}

/** A cell that is still to come is drawn as a line. */
const Content = ({ cell, width }: ContentProps) =>
  cell === undefined ? <span className={classes.bone} style={{ width }} /> : <CellValue cell={cell} />;
