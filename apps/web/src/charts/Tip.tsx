import type { Bar, ChartProps } from './bar.ts';
import classes from './Chart.module.css';
import { margin } from './frame.ts';
import { middleOf, type Size, scalesOf } from './geometry.ts';

interface TipProps extends Size {
  readonly bars: readonly Bar[];
  readonly pointed: number | undefined;
  readonly populations: ChartProps['populations'];
}

/** The figures of the bar under the pointer or the focus. */
export function Tip({ bars, pointed, populations, ...size }: TipProps) {
  const { width } = size;
  const bar = pointed === undefined ? undefined : bars[pointed];
  if (bar === undefined || pointed === undefined) return null;
  const top = scalesOf(bars, size).top(bar.value) - 8;
  return (
    <div
      className={classes.tip}
      aria-hidden
      style={{ left: clamp(middleOf(pointed, bars.length, width), width), top: Math.max(margin + 12, top) }}
    >
      <span>{bar.label}</span>
      <strong>{bar.shown}</strong>
      {bar.part !== undefined && populations !== undefined && (
        <span>
          {populations[1]}: <strong>{bar.part.shown}</strong>
        </span>
      )}
    </div>
  );
}

/** Keeps the middle of a tip far enough from both edges that its text stays inside. */
const clamp = (place: number, width: number): number =>
  Math.min(width - margin * 1.6, Math.max(margin * 1.6, place));
