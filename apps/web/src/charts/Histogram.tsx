import { useState } from 'react';
import { BarsDrawing } from './BarsDrawing.tsx';
import { BarTip } from './BarTip.tsx';
import type { Bar, ChartProps } from './bar.ts';
import { BrushLayer } from './brush/BrushLayer.tsx';
import { binAt, isInRange, positionsOf, type RangeBrush } from './brush/rangeBrush.ts';
import classes from './Chart.module.css';
import { ChartFrame } from './ChartFrame.tsx';
import { margin } from './frame.ts';
import { clampTip, middleOf, type Size, scalesOf } from './geometry.ts';
import { type ChosenBars, ToggleLayer } from './rows/ToggleLayer.tsx';

/**
 * Bars over bins. With a brush, a range of the axis can be chosen by dragging or with the keyboard; with a choice, a bin
 * by a click on it.
 */
export function Histogram({ bins, brush, choice, ...chart }: HistogramProps) {
  const [pointed, setPointed] = useState<number>();
  const chosen = brush === undefined ? undefined : positionsOf(brush.edges, brush.range);
  return (
    <ChartFrame {...chart} bars={bins}>
      {({ size, bars, headings }) => (
        <>
          <BarsDrawing
            {...chart}
            {...size}
            headings={headings}
            bars={bars}
            pointed={pointed}
            isFaded={chosen && ((index) => !isInRange(index, chosen))}
          />
          {brush !== undefined && <BrushLayer {...size} brush={brush} onPoint={setPointed} />}
          {choice !== undefined && (
            <ToggleLayer
              box={plotOf(size)}
              along="columns"
              bars={bins}
              choice={choice}
              onPoint={setPointed}
            />
          )}
          {brush === undefined && choice === undefined && (
            <PointLayer {...size} bars={bins.length} onPoint={setPointed} />
          )}
          <BinTip {...size} bars={bars} pointed={pointed} populations={chart.populations} />
        </>
      )}
    </ChartFrame>
  );
}

export type Bin = Bar;

export interface HistogramProps extends ChartProps {
  readonly bins: readonly Bin[];
  /** Present where a range of the axis can be chosen. */
  readonly brush?: RangeBrush | undefined;
  /** Present where a click on a bin chooses it. */
  readonly choice?: ChosenBars | undefined;
}

/** The room of the bars, within the margins. */
const plotOf = ({ width, height }: Size) => ({
  left: margin,
  top: margin,
  width: width - 2 * margin,
  height: height - 2 * margin,
});

interface BinTipProps extends Size, Pick<ChartProps, 'populations'> {
  readonly bars: readonly Bar[];
  readonly pointed: number | undefined;
}

function BinTip({ bars, pointed, populations, ...size }: BinTipProps) {
  const bar = pointed === undefined ? undefined : bars[pointed];
  if (bar === undefined || pointed === undefined) return null;
  return (
    <BarTip
      bar={bar}
      populations={populations}
      left={clampTip(middleOf(pointed, bars.length, size.width), size.width)}
      top={Math.max(margin + 12, scalesOf(bars, size).top(bar.value) - 8)}
    />
  );
}

interface PointLayerProps extends Size {
  readonly bars: number;
  readonly onPoint: (bar: number | undefined) => void;
}

/** Covers the bars and reports which one the pointer is over, also in the empty space above a low bar. */
function PointLayer({ bars, onPoint, ...size }: PointLayerProps) {
  const box = plotOf(size);
  return (
    <div
      className={classes.layer}
      aria-hidden
      style={box}
      onPointerMove={(event) => onPoint(binAt(event.nativeEvent.offsetX, box.width, bars))}
      onPointerLeave={() => onPoint(undefined)}
    />
  );
}
