import { Tip } from '../ui/Tip.tsx';
import type { Bar, ChartProps } from './bar.ts';
import classes from './Chart.module.css';
import { margin } from './frame.ts';
import { clampTip, middleOf, type Size, scalesOf } from './geometry.ts';

interface BarTipProps extends Size {
  readonly bars: readonly Bar[];
  /** The index of the bar under the pointer or the focus. */
  readonly pointed: number | undefined;
  readonly populations: ChartProps['populations'];
}

/** The figures of the bar under the pointer or the focus. */
export function BarTip({ bars, pointed, populations, ...size }: BarTipProps) {
  const bar = pointed === undefined ? undefined : bars[pointed];
  if (bar === undefined || pointed === undefined) return null;
  const left = clampTip(middleOf(pointed, bars.length, size.width), size.width);
  const top = Math.max(margin + 12, scalesOf(bars, size).top(bar.value) - 8);
  return (
    <Tip className={classes.tip} left={left} top={top}>
      <span>{bar.label}</span>
      <strong>{bar.shown}</strong>
      {bar.part !== undefined && populations !== undefined && (
        <span>
          {populations[1]}: <strong>{bar.part.shown}</strong>
        </span>
      )}
    </Tip>
  );
}
