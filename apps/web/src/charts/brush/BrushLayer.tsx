import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import classes from '../Chart.module.css';
import { margin } from '../frame.ts';
import type { Size } from '../geometry.ts';
import {
  binAt,
  nearerSide,
  positionsOf,
  type RangeBrush,
  rangeAfterKey,
  rangeOver,
  type Side,
  withSide,
} from './rangeBrush.ts';

interface BrushLayerProps extends Size {
  readonly brush: RangeBrush;
  readonly onPoint: (bin: number | undefined) => void;
  /** What a press on the layer begins: a new range of bins (default), or the move of the nearer bound. */
  readonly moves?: 'range' | 'bound';
}

/** What is being dragged: a new range that begins at a bin, or one side of the present range. */
type Drag = { readonly kind: 'new'; readonly from: number } | { readonly kind: 'side'; readonly side: Side };

/**
 * Covers the bars. Dragging across them chooses a range of whole bins, or moves the nearer bound; each of two handles
 * moves one side.
 */
export function BrushLayer({ width, height, brush, onPoint, moves = 'range' }: BrushLayerProps) {
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
    if (moves === 'range') {
      setDrag({ kind: 'new', from: bin });
      onRange(rangeOver(edges, bin, bin));
    } else {
      const side = nearerSide(positionsOf(edges, range), bin + 0.5);
      setDrag({ kind: 'side', side });
      onRange(withSide(edges, range, { side, bin }));
    }
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
        style={{ transform: `translateX(${left ?? 0}px)`, width: (right ?? 0) - (left ?? 0) }}
      />
      <BrushHandle side="min" moves={moves} at={left ?? 0} brush={brush} onGrab={grab('min')} />
      <BrushHandle side="max" moves={moves} at={right ?? space} brush={brush} onGrab={grab('max')} />
    </div>
  );
}

interface BrushHandleProps {
  readonly side: Side;
  readonly moves: 'range' | 'bound';
  /** Pixels from the left. */
  readonly at: number;
  readonly brush: RangeBrush;
  readonly onGrab: (event: PointerEvent<HTMLElement>) => void;
}

const names = {
  range: { min: 'Minimum on the chart', max: 'Maximum on the chart' },
  bound: { min: 'Minimum on the curve', max: 'Maximum on the curve' },
} as const;

/** One side of the range: a slider that moves from bin to bin. Delete leaves the side open. */
function BrushHandle({ side, moves, at, brush, onGrab }: BrushHandleProps) {
  const { edges, range, onRange, spoken } = brush;
  const [left, right] = positionsOf(edges, range);
  const value = range[side];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = rangeAfterKey(event.key, side, brush);
    if (next === undefined) return;
    event.preventDefault();
    onRange(next);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      className={classes.handle}
      aria-label={names[moves][side]}
      aria-valuemin={0}
      aria-valuemax={edges.length}
      aria-valuenow={side === 'min' ? left : right}
      aria-valuetext={value === null ? 'open' : spoken(value, side)}
      style={{ transform: `translateX(calc(${at}px - 50%))` }}
      onKeyDown={onKeyDown}
      onPointerDown={onGrab}
    />
  );
}
