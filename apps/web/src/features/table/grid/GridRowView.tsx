import type { Cell } from '@atrium/contract/wire/tableView';
import { memo, useContext } from 'react';
import { UserRound } from '../../../ui/icons.ts';
import { CellValue } from './CellValue.tsx';
import classes from './Grid.module.css';
import type { GridRow } from './gridRows.ts';
import { SubjectCellsContext } from './subjectCells.ts';
import type { PlacedColumn } from './usePlacedColumns.ts';

interface GridRowViewProps {
  readonly row: GridRow;
  /** Its index on the page, from 0. */
  readonly index: number;
  readonly columns: readonly PlacedColumn[];
  readonly numbers: ReadonlySet<number>;
  /** The scrolling columns that are rendered; `to` is not one of them. */
  readonly from: number;
  readonly to: number;
  /** The column of the active cell, if it is in this row. */
  readonly activeColumn: number | undefined;
}

/** One row. One empty cell takes the width of the columns that are not rendered on either side. */
export const GridRowView = memo(function GridRowView(props: GridRowViewProps) {
  const { row, index, columns, numbers, from, to, activeColumn } = props;
  const isShown = ({ stickyAt }: PlacedColumn, column: number) =>
    stickyAt !== undefined || (column >= from && column < to) || column === activeColumn;
  return (
    <tr aria-rowindex={row.number + 1} data-odd={row.number % 2 === 0}>
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
            bone={boneWidths[(row.number + group.at) % boneWidths.length]}
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

/** The cells of a row in their order, with one gap for each run of columns that are not rendered. */
function groups(
  columns: readonly PlacedColumn[],
  isShown: (placed: PlacedColumn, column: number) => boolean,
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

interface SubjectButtonProps {
  readonly column: PlacedColumn['column'];
  readonly cell: Cell;
}

/** Opens the subject whose id the cell holds; Shift and Enter on the cell press it, too. */
function SubjectButton({ column, cell }: SubjectButtonProps) {
  const subjects = useContext(SubjectCellsContext);
  const id = cell !== null && typeof cell === 'object' && 'value' in cell ? cell.value : cell;
  const isId = typeof id === 'string' || typeof id === 'number';
  if (subjects === null || column.conceptId !== subjects.conceptId || column.aggregate || !isId) return null;
  const name = subjects.nameOf(String(id));
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.subject}
      aria-label={name}
      aria-keyshortcuts="Shift+Enter"
      title={name}
      onClick={() => subjects.onOpen(String(id))}
    >
      <UserRound size={14} aria-hidden />
    </button>
  );
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

/** One cell. The first one names the row. A cell that is still loading is a grey line. */
const GridCell = memo(function GridCell(props: GridCellProps) {
  const { placed, at, column, cell, bone, isNumber, isActive } = props;
  const look = {
    'data-cell': at,
    'data-number': isNumber || undefined,
    'data-sticky': placed.stickyAt !== undefined || undefined,
    'aria-colindex': column + 1,
    tabIndex: isActive ? 0 : -1,
    style: placed.stickyAt === undefined ? undefined : { insetInlineStart: placed.stickyAt },
  };
  const content =
    cell === undefined ? (
      <span className={classes.bone} style={{ width: bone }} />
    ) : (
      <>
        <CellValue cell={cell} />
        <SubjectButton column={placed.column} cell={cell} />
      </>
    );
  return column === 0 ? (
    <th scope="row" {...look}>
      {content}
    </th>
  ) : (
    <td {...look}>{content}</td>
  );
});
