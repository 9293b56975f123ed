import type { ShownCount } from '@atrium/contract/wire/statistics';
import { memo, useMemo } from 'react';
import { labelText } from '../../../api/axisLabels.ts';
import { SpacerRow } from '../../../ui/grid/Grid.tsx';
import { formatCell, formatShare, shareOf, wholeOf } from './figures.ts';
import classes from './Grid.module.css';
import { AxisHeader } from './GridHead.tsx';
import { type GridParts, type Heat, headerId, heatOf, totalId } from './gridLayout.ts';
import { type ShownSpan, spansWithin } from './headerSpans.ts';

const strongest = 42;
const lineHeight = 30;
const gap = 7;

/** The rows with their headers. The header of a group spans those rows of the group that are rendered. */
export function GridBody(props: GridParts) {
  const { id, layout, display, rows, columns } = props;
  const { percentOf, isShaded } = display;
  const heat = useMemo(() => (isShaded ? heatOf(layout, percentOf) : noHeat), [layout, percentOf, isShaded]);
  const columnIds = useMemo(
    () => layout.columnWidths.map((_, column) => levelIds({ id, layout }, 'column', column)),
    [id, layout],
  );
  const starts = layout.rowSpans.map(
    (spans) => new Map(spansWithin(spans, rows).map((span) => [span.shownFrom, span])),
  );
  const width = layout.rowSpans.length + columns.to - columns.from + 3;
  return (
    <tbody>
      <SpacerRow height={rows.before} columns={width} />
      {Array.from({ length: rows.to - rows.from }, (_, offset) => {
        const row = rows.from + offset;
        const spans = starts.map((level) => level.get(row));
        return <Row key={row} {...props} row={row} spans={spans} heat={heat} columnIds={columnIds} />;
      })}
      <SpacerRow height={rows.after} columns={width} />
    </tbody>
  );
}

const noHeat: Heat = () => 0;

interface RowProps extends GridParts {
  readonly row: number;
  /** By level, the header that begins in this row, if any. */
  readonly spans: readonly (ShownSpan | undefined)[];
  readonly heat: Heat;
  /** By column, the ids of all headers over it. */
  readonly columnIds: readonly string[];
}

function Row({ row, spans, heat, columnIds, ...parts }: RowProps) {
  const { id, layout, subject, rows, columns, stickyAt } = parts;
  const line = layout.crossTab.data[row] ?? [];
  const rowIds = levelIds(parts, 'row', row);
  const total = layout.crossTab.totals?.rows[row];
  const headHeight = (layout.columnSpans.length + 1) * lineHeight + gap;
  return (
    <tr aria-rowindex={rows.isPart ? layout.columnSpans.length + row + 2 : undefined}>
      {spans.map((span, level) => {
        if (span === undefined) return null;
        const isLeaf = level === spans.length - 1;
        const own = headerId(id, 'row', level, span.start);
        return (
          <th
            key={own}
            id={own}
            scope={isLeaf ? 'row' : 'rowgroup'}
            rowSpan={span.shownLength}
            data-tip={labelText(span.label)}
            data-sticky={stickyAt[level] !== undefined}
            className={isLeaf ? classes.rowLeaf : classes.rowGroup}
            style={{ insetInlineStart: stickyAt[level] }}
          >
            {isLeaf ? (
              <AxisHeader subject={subject} label={span.label} />
            ) : (
              <AxisHeader subject={subject} label={span.label} sticky={{ top: headHeight }} />
            )}
          </th>
        );
      })}
      {columns.before > 0 && <td aria-hidden className={classes.gap} />}
      {line.slice(columns.from, columns.to).map((cell, offset) => {
        const column = columns.from + offset;
        return (
          <Cell
            key={column}
            cell={cell}
            share={shareText(parts, cell, row, column)}
            heat={heat(cell, row, column)}
            headers={`${rowIds} ${columnIds[column]}`}
            row={row}
            column={column}
            ariaColumn={columns.isPart ? layout.rowSpans.length + column + 1 : undefined}
          />
        );
      })}
      {columns.after > 0 && <td aria-hidden className={classes.gap} />}
      {parts.totals.ofRows && total !== undefined && (
        <td
          className={classes.total}
          headers={`${rowIds} ${totalId(id, 'column')}`}
          data-row={row}
          data-total
        >
          {formatCell(total)}
        </td>
      )}
    </tr>
  );
}

/** A cell's share of its row or column; empty where counts are shown, or the cell is hidden. */
function shareText({ layout, display }: GridParts, cell: ShownCount, row: number, column: number): string {
  if (display.percentOf === undefined) return '';
  return formatShare(shareOf(cell, wholeOf(layout.crossTab.totals, display.percentOf, { row, column })));
}

/** The ids of all headers over a row or column. */
function levelIds(
  { id, layout }: Pick<GridParts, 'id' | 'layout'>,
  axis: 'row' | 'column',
  index: number,
): string {
  const levels = axis === 'row' ? layout.rowSpans : layout.columnSpans;
  return levels.map((spans, level) => headerId(id, axis, level, startOf(spans, index))).join(' ');
}

/** The start of the span that contains an index; the spans are in order and have no gaps. */
function startOf(spans: readonly { readonly start: number }[], index: number): number {
  let low = 0;
  let high = spans.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((spans[middle]?.start ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return spans[low]?.start ?? 0;
}

interface CellProps {
  readonly cell: ShownCount;
  readonly share: string;
  readonly heat: number;
  readonly headers: string;
  readonly row: number;
  readonly column: number;
  readonly ariaColumn: number | undefined;
}

const Cell = memo(function Cell({ cell, share, heat, headers, row, column, ariaColumn }: CellProps) {
  const isHidden = typeof cell === 'string';
  return (
    <td
      headers={headers}
      aria-colindex={ariaColumn}
      data-row={row}
      data-column={column}
      className={isHidden ? classes.hidden : cell === 0 ? classes.zero : classes.cell}
      style={heat > 0 ? { background: shade(heat) } : undefined}
    >
      {share === '' ? (
        formatCell(cell)
      ) : (
        <>
          <span className={classes.share}>{share}</span>{' '}
          <span className={classes.beside}>{formatCell(cell)}</span>
        </>
      )}
    </td>
  );
});

const shade = (heat: number): string =>
  `color-mix(in srgb, var(--atrium-brand) ${Math.round(heat * strongest)}%, transparent)`;
