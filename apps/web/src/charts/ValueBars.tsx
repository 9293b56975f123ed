import { useState } from 'react';
import { BarsDrawing } from './BarsDrawing.tsx';
import { BarTip } from './BarTip.tsx';
import type { Bar, ChartProps } from './bar.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { PointLayer } from './PointLayer.tsx';
import { type ChosenBars, ToggleLayer } from './ToggleLayer.tsx';

export interface ValueBarsProps extends ChartProps {
  readonly bars: readonly Bar[];
  /** Present where a click on a bar chooses it. */
  readonly choice?: ChosenBars | undefined;
}

/** One bar for each value, with the names of the values under the axis. */
export function ValueBars({ bars, choice, ...chart }: ValueBarsProps) {
  const [pointed, setPointed] = useState<number>();
  const isAnyChosen = choice !== undefined && bars.some((_, index) => choice.isChosen(index));
  return (
    <ChartFrame {...chart} bars={bars}>
      {(size) => (
        <>
          <BarsDrawing
            {...chart}
            {...size}
            bars={bars}
            labels="values"
            pointed={pointed}
            isFaded={isAnyChosen ? (index) => !choice.isChosen(index) : undefined}
          />
          {choice === undefined ? (
            <PointLayer {...size} bars={bars.length} onPoint={setPointed} />
          ) : (
            <ToggleLayer {...size} bars={bars} choice={choice} onPoint={setPointed} />
          )}
          <BarTip {...size} bars={bars} pointed={pointed} populations={chart.populations} />
        </>
      )}
    </ChartFrame>
  );
}
