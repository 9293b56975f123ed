import { type PointerEvent, useState } from 'react';
import classes from '../Chart.module.css';
import { margin } from '../frame.ts';
import type { Size } from '../geometry.ts';
import { BrushHandle } from './BrushHandle.tsx';
import { binAt, positionsOf, type RangeBrush, rangeOver, type Side, withSide } from './rangeBrush.ts';

interface BrushLayerProps extends Size {
  readonly brush: RangeBrush;
  readonly onPoint: (bin: number | undefined) => void;
}

/** What is being dragged: a new range from a bin on, or one side of the range there is. */
type Drag = { readonly kind: 'new'; readonly from: number } | { readonly kind: 'side'; readonly side: Side };

/** Lies over the bars: a drag across chooses a range of whole bins, the two handles move one side each. */
export function BrushLayer({ width, height, brush, onPoint }: BrushLayerProps) {
  const [drag, setDrag] = useState<Drag>();
  const { edges, range, onRange } = brush;
  const space = width - 2 * margin;
  const [left, right] = positionsOf(edges, range).map((at) => (at / Math.max(1, edges.length)) * space);
  const isOpen = range.min === null && range.max === null;
  const binOf = (event: PointerEvent<HTMLElement>) =>
    binAt(event.clientX - event.currentTarget.getBoundingClientRect().left, space, edges.length);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const bin = binOf(event);
    setDrag({ kind: 'new', from: bin });
    onRange(rangeOver(edges, bin, bin));
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const bin = binOf(event);
    onPoint(bin);
    if (drag?.kind === 'new') onRange(rangeOver(edges, drag.from, bin));
    if (drag?.kind === 'side') onRange(withSide(edges, range, { side: drag.side, bin }));
  };
  const grab = (side: Side) => (event: PointerEvent<HTMLElement>) => {
    event.stopPropagation();
    event.currentTarget.parentElement?.setPointerCapture(event.pointerId);
    setDrag({ kind: 'side', side });
  };

  return (
    <div
      className={`${classes.layer} ${classes.brushable}`}
      data-testid="brush"
      style={{ left: margin, top: margin, width: space, height: height - 2 * margin }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => setDrag(undefined)}
      onPointerCancel={() => setDrag(undefined)}
      onPointerLeave={() => onPoint(undefined)}
    >
      <div
        className={classes.range}
        data-open={isOpen}
        style={{ left: left ?? 0, width: (right ?? 0) - (left ?? 0) }}
      />
      <BrushHandle side="min" at={left ?? 0} brush={brush} onGrab={grab('min')} />
      <BrushHandle side="max" at={right ?? space} brush={brush} onGrab={grab('max')} />
    </div>
  );
}
