import { type RefObject, useMemo } from 'react';
import { SpacerRow } from '../../../ui/grid/Grid.tsx';
import { useStretch } from '../../../ui/grid/useStretch.ts';
import { GridRowView } from './GridRowView.tsx';
import type { GridRow } from './gridRows.ts';
import { useActiveCell } from './useActiveCell.ts';
import type { PlacedColumn } from './usePlacedColumns.ts';

interface GridBodyProps {
  readonly rows: readonly GridRow[];
  readonly columns: readonly PlacedColumn[];
  /** Indexes in a row's cells of the columns that hold numbers. */
  readonly numbers: ReadonlySet<number>;
  readonly region: RefObject<HTMLDivElement | null>;
}

/** Every row is 2.25rem high, so that leaving out rows moves nothing. */
const rowHeight = (): number =>
  2.25 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize || '16');

/** The rows; of many rows or columns, only those in view are rendered. */
export function GridBody({ rows, columns, numbers, region }: GridBodyProps) {
  const heights = useMemo(() => {
    const height = rowHeight();
    return rows.map(() => height);
  }, [rows]);
  const shown = useStretch({ region, sizes: heights, isHorizontal: false, many: 60, overscan: 12 });
  const drawn = useShownColumns(columns, region);
  const active = useActiveCell({
    rows: rows.length,
    columns: columns.length,
    showRow: shown.show,
    showColumn: drawn.show,
  });
  return (
    <tbody ref={active.body} onKeyDown={active.onKeyDown} onFocus={active.onFocus}>
      <SpacerRow height={shown.before} columns={columns.length} />
      {rows.slice(shown.from, shown.to).map((row, offset) => {
        const index = shown.from + offset;
        return (
          <GridRowView
            // Its index on the page: a cell keeps the focus when the values of a page arrive, or the next page's.
            key={index}
            row={row}
            index={index}
            columns={columns}
            numbers={numbers}
            from={drawn.from}
            to={drawn.to}
            activeColumn={active.cell.row === index ? active.cell.column : undefined}
          />
        );
      })}
      <SpacerRow height={shown.after} columns={columns.length} />
    </tbody>
  );
}

/** Which of the columns that scroll are rendered. The sticky ones come first, and are always rendered. */
function useShownColumns(columns: readonly PlacedColumn[], region: RefObject<HTMLDivElement | null>) {
  const sticky = columns.filter(({ stickyAt }) => stickyAt !== undefined);
  const widths = useMemo(
    () => columns.filter(({ stickyAt }) => stickyAt === undefined).map(({ width }) => width),
    [columns],
  );
  const { from, to, show } = useStretch({
    region,
    sizes: widths,
    isHorizontal: true,
    many: 24,
    overscan: 2,
    offset: sticky.reduce((total, { width }) => total + width, 0),
    step: 4,
    first: 8,
  });
  return {
    from: sticky.length + from,
    to: sticky.length + to,
    show: (column: number) => {
      if (column >= sticky.length) show(column - sticky.length);
    },
  };
}
