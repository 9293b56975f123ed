import { VisuallyHidden } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type RefObject, useId, useMemo } from 'react';
import type { Noun } from '../../../api/nouns.ts';
import { GridRegion, gridClass } from '../../../ui/grid/Grid.tsx';
import { useStretch } from '../../../ui/grid/useStretch.ts';
import type { AnalysisDisplay } from '../analysisAddress.ts';
import type { ShownCrossTab } from '../analysisQueries.ts';
import { gridWords } from '../analysisWords.ts';
import classes from './Grid.module.css';
import { GridBody } from './GridBody.tsx';
import { GridFoot } from './GridFoot.tsx';
import { GridHead } from './GridHead.tsx';
import { GridTip } from './GridTip.tsx';
import { gridLayout, type OfferedActions, withRoom } from './gridLayout.ts';

interface CrossTabGridProps extends OfferedActions {
  readonly counted: ShownCrossTab;
  readonly subject: Noun;
  readonly display: AnalysisDisplay;
  /** A sentence that says what is counted. */
  readonly caption: string;
  readonly isStale: boolean;
  readonly region: RefObject<HTMLDivElement | null>;
}

const rowHeight = 30;
const totalWidth = 110;
const narrow = 600;

/** The cross-tab. Headers on both axes stay in view, and of a large one only the part in view is rendered. */
export function CrossTabGrid(props: CrossTabGridProps) {
  const { counted, subject, display, caption, isStale, region, onAdd, onRemove, onLevel } = props;
  const { axes, crossTab } = counted;
  const id = useId();
  const { ref: sized, width } = useElementSize<HTMLDivElement>();
  const measured = useMergedRef(sized, region);
  const hasShares = display.percentOf !== undefined;
  const layout = useMemo(() => gridLayout({ axes, crossTab, hasShares }), [axes, crossTab, hasShares]);
  const heights = useMemo(() => crossTab.index.map(() => rowHeight), [crossTab]);
  const rows = useStretch({ region, sizes: heights, isHorizontal: false, many: 80, overscan: 12 });
  const columnWidths = useMemo(() => capped(layout.columnWidths, width), [layout, width]);
  const columns = useStretch({ region, sizes: columnWidths, isHorizontal: true, many: 40, overscan: 4 });
  const totals = {
    ofRows: display.hasTotals && crossTab.totals !== undefined && axes.cols.length > 0,
    ofColumns: display.hasTotals && crossTab.totals !== undefined && axes.rows.length > 0,
  };
  const figuresWidth = columnWidths.reduce((sum, one) => sum + one, totals.ofRows ? totalWidth : 0);
  const headerWidths = fitted(withRoom(layout.rowHeaderWidths, { width, room: width - figuresWidth }), width);
  const shown = columnWidths.slice(columns.from, columns.to);
  const widths = [
    ...headerWidths,
    ...(columns.before > 0 ? [columns.before] : []),
    ...shown,
    ...(columns.after > 0 ? [columns.after] : []),
    ...(totals.ofRows ? [totalWidth] : []),
  ];
  const stickyAt = stickyPositions(headerWidths, width);
  const stickyWidth = stickyAt[0] === undefined ? 0 : headerWidths.reduce((sum, one) => sum + one, 0);
  const parts = { id, layout, subject, display, totals, rows, columns, stickyAt, stickyWidth };
  return (
    <div className={classes.frame}>
      <GridRegion ref={measured} className={classes.region} label={gridWords.region}>
        <table
          className={`${gridClass} ${classes.table}`}
          style={{ width: widths.reduce((sum, one) => sum + one, 0) }}
          aria-rowcount={rows.isPart ? crossTab.index.length + layout.columnSpans.length + 1 : undefined}
          aria-colcount={columns.isPart ? layout.rowSpans.length + crossTab.columns.length : undefined}
          aria-busy={isStale}
          data-stale={isStale}
          data-fixed={columns.isPart}
          data-rows-fixed={rows.isPart}
        >
          <caption>
            <VisuallyHidden>{caption}</VisuallyHidden>
          </caption>
          <colgroup>
            {widths.map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity
              <col key={index} style={{ width: one }} />
            ))}
          </colgroup>
          <GridHead {...parts} onAdd={onAdd} onRemove={onRemove} onLevel={onLevel} />
          <GridBody {...parts} />
          {totals.ofColumns && <GridFoot {...parts} />}
        </table>
      </GridRegion>
      <GridTip region={region} layout={layout} subject={subject} display={display} />
    </div>
  );
}

const narrowest = 84;
const widestOnNarrow = 132;

/** On a narrow screen long column labels wrap. */
const capped = (widths: readonly number[], width: number): readonly number[] =>
  width === 0 || width >= narrow ? widths : widths.map((one) => Math.min(one, widestOnNarrow));

/** On a narrow screen the row headers together take a little more than half of it. */
function fitted(widths: readonly number[], width: number): readonly number[] {
  if (width === 0 || width >= narrow) return widths;
  const most = Math.max(narrowest, Math.floor((width * 0.55) / widths.length));
  return widths.map((one) => Math.min(one, most));
}

/** The left positions of the sticky row headers, if they leave enough room for the figures. */
function stickyPositions(widths: readonly number[], width: number): readonly (number | undefined)[] {
  const sum = widths.reduce((all, one) => all + one, 0);
  if (width > 0 && sum > width * 0.6) return widths.map(() => undefined);
  return widths.map((_, level) => widths.slice(0, level).reduce((all, one) => all + one, 0));
}
