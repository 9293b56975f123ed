import { Tip } from '../ui/Tip.tsx';
import type { Bar, ChartProps } from './bar.ts';
import classes from './Chart.module.css';

interface BarTipProps {
  /** The bar under the pointer or the focus. */
  readonly bar: Bar;
  readonly populations: ChartProps['populations'];
  readonly left: number;
  readonly top: number;
}

/** The figures of the bar under the pointer or the focus. */
export const BarTip = ({ bar, populations, left, top }: BarTipProps) => (
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
