import type { Cell } from '@atrium/contract';
import { memo } from 'react';
import { CellValue } from './CellValue.tsx';
import classes from './Grid.module.css';
import type { GridRow } from './gridRows.ts';
import type { PlacedColumn } from './usePlacedColumns.ts';

interface GridRowViewProps {
  readonly row: GridRow;
  /** Its place on the page, from 0. */
  readonly index: number;
  readonly columns: readonly PlacedColumn[];
  readonly numbers: ReadonlySet<number>;
  /** The columns that scroll and are drawn, the last one excluded. */
  readonly from: number;
  readonly to: number;
  /** The column of the cell that the keyboard is at, if it is in this row. */
  readonly activeColumn: number | undefined;
}

/** One row; columns out of sight are one empty cell on either side. */
export const GridRowView = memo(function GridRowView(props: GridRowViewProps) {
  const { row, index, columns, numbers, from, to, activeColumn } = props;
  const isShown = ({ stuckAt }: PlacedColumn, place: number) =>
    stuckAt !== undefined || (place >= from && place < to) || place === activeColumn;
  return (
    <tr aria-rowindex={row.place + 1} data-odd={row.place % 2 === 0}>
      {groups(columns, isShown).map((group) =>
        group.kind === 'gap' ? (
          <td key={`gap ${group.at}`} colSpan={group.length} aria-hidden className={classes.gap} />
        ) : (
          <GridCell
            key={group.placed.column.entryId}
            placed={group.placed}
            at={`${index}:${group.at}`}
            column={group.at}
            cell={row.cells[group.placed.source]}
            bone={boneWidths[(row.place + group.at) % boneWidths.length]}
            isNumber={numbers.has(group.placed.source)}
            isActive={group.at === activeColumn}
          />
        ),
      )}
    </tr>
  );
});

const boneWidths = ['72%', '48%', '86%', '60%'];

type Group =
  | { readonly kind: 'gap'; readonly at: number; readonly length: number }
  | { readonly kind: 'cell'; readonly at: number; readonly placed: PlacedColumn };

/** The cells of a row in their order, with one gap for each run of columns that are left out. */
function groups(
  columns: readonly PlacedColumn[],
  isShown: (placed: PlacedColumn, place: number) => boolean,
): readonly Group[] {
  const found: Group[] = [];
  for (const [at, placed] of columns.entries()) {
    const last = found.at(-1);
    if (isShown(placed, at)) found.push({ kind: 'cell', at, placed });
    else if (last?.kind === 'gap') found[found.length - 1] = { ...last, length: last.length + 1 };
    else found.push({ kind: 'gap', at, length: 1 });
  }
  return found;
}

interface GridCellProps {
  readonly placed: PlacedColumn;
  readonly at: string;
  /** Its column on the screen, from 0. */
  readonly column: number;
  readonly cell: Cell | undefined;
  readonly bone: string | undefined;
  readonly isNumber: boolean;
  readonly isActive: boolean;
}

/** One cell, reached by arrow keys; the first of a row names it. A cell still to come is drawn as a line. */
const GridCell = memo(function GridCell(props: GridCellProps) {
  const { placed, at, column, cell, bone, isNumber, isActive } = props;
  const look = {
    'data-cell': at,
    'data-number': isNumber || undefined,
    'data-stuck': placed.stuckAt !== undefined || undefined,
    'aria-colindex': column + 1,
    tabIndex: isActive ? 0 : -1,
    style: placed.stuckAt === undefined ? undefined : { insetInlineStart: placed.stuckAt },
  };
  const content =
    cell === undefined ? (
      <span className={classes.bone} style={{ width: bone }} />
    ) : (
      <CellValue cell={cell} />
    );
  return column === 0 ? (
    <th scope="row" {...look}>
      {content}
    </th>
  ) : (
    <td {...look}>{content}</td>
  );
});
