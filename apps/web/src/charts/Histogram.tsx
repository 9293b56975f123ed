import { useState } from 'react';
import { BarsDrawing } from './BarsDrawing.tsx';
import { BrushLayer } from './brush/BrushLayer.tsx';
import { isInRange, positionsOf } from './brush/rangeBrush.ts';
import { ChartFrame } from './ChartFrame.tsx';
import type { HistogramProps } from './histogramProps.ts';
import { PointLayer } from './PointLayer.tsx';
import { Tip } from './Tip.tsx';

/** Bars over bins; with a brush, a part of the axis can be chosen by dragging or with the keys. */
export function Histogram({ bins, brush, ...chart }: HistogramProps) {
  const [pointed, setPointed] = useState<number>();
  const chosen = brush === undefined ? undefined : positionsOf(brush.edges, brush.range);
  return (
    <ChartFrame {...chart} bars={bins}>
      {(size) => (
        <>
          <BarsDrawing
            {...chart}
            {...size}
            bars={bins}
            labels="bins"
            pointed={pointed}
            isFaded={chosen && ((index) => !isInRange(index, chosen))}
          />
          {brush === undefined ? (
            <PointLayer {...size} bars={bins.length} onPoint={setPointed} />
          ) : (
            <BrushLayer {...size} brush={brush} onPoint={setPointed} />
          )}
          <Tip {...size} bars={bins} pointed={pointed} populations={chart.populations} />
        </>
      )}
    </ChartFrame>
  );
}
