import type { KeyboardEvent, PointerEvent } from 'react';
import classes from '../Chart.module.css';
import { positionsOf, type RangeBrush, rangeAfterKey, type Side } from './rangeBrush.ts';

interface BrushHandleProps {
  readonly side: Side;
  /** Pixels from the left. */
  readonly at: number;
  readonly brush: RangeBrush;
  readonly onGrab: (event: PointerEvent<HTMLElement>) => void;
}

const names = { min: 'Minimum on the chart', max: 'Maximum on the chart' } as const;

/** One end of the range: a slider that moves from bin to bin; Delete leaves its side open. */
export function BrushHandle({ side, at, brush, onGrab }: BrushHandleProps) {
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
      aria-label={names[side]}
      aria-valuemin={0}
      aria-valuemax={edges.length}
      aria-valuenow={side === 'min' ? left : right}
      aria-valuetext={value === null ? 'open' : spoken(value)}
      style={{ left: at }}
      onKeyDown={onKeyDown}
      onPointerDown={onGrab}
    />
  );
}
