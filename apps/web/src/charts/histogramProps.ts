import type { Bar, ChartProps } from './bar.ts';
import type { RangeBrush } from './brush/rangeBrush.ts';

export type Bin = Bar;

export interface HistogramProps extends ChartProps {
  readonly bins: readonly Bin[];
  /** Present where a part of the axis can be chosen. */
  readonly brush?: RangeBrush | undefined;
}
