import { useState } from 'react';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { BarTip } from '../BarTip.tsx';
import type { Bar, ChartProps } from '../bar.ts';
import classes from '../Chart.module.css';
import { ChartFrame } from '../ChartFrame.tsx';
import { clampTip } from '../geometry.ts';
import { RowsAxis, RowsDrawing } from './RowsDrawing.tsx';
import { rowsOf, rowsTop } from './rowLayout.ts';
import { type ChosenBars, ToggleLayer } from './ToggleLayer.tsx';

export interface ValueBarsProps extends ChartProps {
  readonly bars: readonly Bar[];
  /** Present where a click on a bar chooses it. */
  readonly choice?: ChosenBars | undefined;
}

/** So few rows need no high chart. */
const maxLow = 4;

const headHeight = rowsTop + 1;

/** One bar for each value, behind its name. Rows that do not fit are scrolled to; the axis stays in view. */
export function ValueBars({ bars, choice, ...chart }: ValueBarsProps) {
  const [pointed, setPointed] = useState<number>();
  const isAnyChosen = choice !== undefined && bars.some((_, index) => choice.isChosen(index));
  return (
    <ChartFrame {...chart} bars={bars} isLow={bars.length <= maxLow}>
      {({ size, ...shown }) => {
        const rows = rowsOf(shown.bars, size);
        const drawn = { ...size, ...shown };
        const bar = pointed === undefined ? undefined : shown.bars[pointed];
        return (
          <ScrollRegion label={chart.summary} className={classes.rowsBox} style={{ height: size.height }}>
            <svg
              className={classes.rowsHead}
              width={size.width}
              height={headHeight}
              aria-hidden
              style={{ marginBlockEnd: -headHeight }}
            >
              <RowsAxis {...drawn} />
            </svg>
            <div className={classes.rowsBody} style={{ height: rows.height }}>
              <RowsDrawing
                {...chart}
                {...drawn}
                pointed={pointed}
                onPoint={setPointed}
                isFaded={isAnyChosen ? (index) => !choice.isChosen(index) : undefined}
              />
              {choice !== undefined && (
                <ToggleLayer
                  box={{ left: 0, top: rowsTop, width: size.width, height: rows.step * bars.length }}
                  along="rows"
                  bars={bars}
                  choice={choice}
                  onPoint={setPointed}
                />
              )}
              {bar !== undefined && pointed !== undefined && (
                <BarTip
                  bar={bar}
                  populations={chart.populations}
                  left={clampTip(rows.at(bar.value), size.width)}
                  top={Math.max(rowsTop + 12, rows.middle(pointed) - rows.thickness / 2 - 4)}
                />
              )}
            </div>
          </ScrollRegion>
        );
      }}
    </ChartFrame>
  );
}
