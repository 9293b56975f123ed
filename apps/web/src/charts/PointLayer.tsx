import { binAt } from './brush/rangeBrush.ts';
import classes from './Chart.module.css';
import { margin } from './frame.ts';
import type { Size } from './geometry.ts';

interface PointLayerProps extends Size {
  readonly bars: number;
  readonly onPoint: (bar: number | undefined) => void;
}

/** Covers the bars and reports which one the pointer is over, also in the empty space above a low bar. */
export function PointLayer({ width, height, bars, onPoint }: PointLayerProps) {
  const space = width - 2 * margin;
  return (
    <div
      className={classes.layer}
      aria-hidden
      style={{ left: margin, top: margin, width: space, height: height - 2 * margin }}
      onPointerMove={(event) => onPoint(binAt(event.nativeEvent.offsetX, space, bars))}
      onPointerLeave={() => onPoint(undefined)}
    />
  );
}
