import { AxisBottom } from '@visx/axis';
import type { Bar } from './bar.ts';
import { margin, tickIndexes } from './frame.ts';
import { type Size, scalesOf } from './geometry.ts';

export const axisLook = {
  stroke: 'var(--atrium-line-strong)',
  tickStroke: 'var(--atrium-line-strong)',
} as const;
/** The text of labels along an axis and beside it. */
export const labelLook = { fill: 'var(--atrium-text-quiet)', fontSize: 11, fontFamily: 'inherit' } as const;

interface LabelsProps extends Size {
  readonly bars: readonly Bar[];
}

/** Counts along an axis, such as 1.2K. */
export const compactCount = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  maximumFractionDigits: 1,
});

/** The axis under bins: the first label, then every n-th, as space allows. */
export function BinLabels({ bars, width, height }: LabelsProps) {
  const labels = bars.map(({ label }) => label);
  return (
    <AxisBottom
      scale={scalesOf(bars, { width, height }).x}
      top={height - margin}
      tickValues={tickIndexes(labels, width - 2 * margin)}
      tickFormat={(index) => labels[Number(index)] ?? ''}
      tickLabelProps={{ ...labelLook, textAnchor: 'middle', dy: 2 }}
      {...axisLook}
    />
  );
}
