import { AxisBottom } from '@visx/axis';
import type { Bar } from './bar.ts';
import { lineHeight, margin, shortLabels, tickIndexes, wrapLabel } from './frame.ts';
import { middleOf, type Size, scalesOf } from './geometry.ts';

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

const roomToWrap = 46;
const roomToTurn = 13;
const turnedLetters = 9;

/** The axis under values. Labels wrap, or are slanted where space is short; some are left out where there is none. */
export function ValueLabels({ bars, width, height }: LabelsProps) {
  const step = (width - 2 * margin) / Math.max(1, bars.length);
  const foot = height - margin;
  const every = Math.max(1, Math.ceil(roomToTurn / step));
  const short = shortLabels(
    bars.map(({ label }) => label),
    turnedLetters,
  );
  return (
    <g>
      <line x1={margin} x2={width - margin} y1={foot} y2={foot} stroke={axisLook.stroke} />
      {bars.map(({ label }, index) => {
        const at = middleOf(index, bars.length, width);
        if (index % every !== 0) return null;
        return step >= roomToWrap ? (
          <text key={at} x={at} y={foot + 4} textAnchor="middle" {...labelLook}>
            {wrapLabel(label, step - 6).map((line, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
              <tspan key={row} x={at} dy={lineHeight}>
                {line}
              </tspan>
            ))}
          </text>
        ) : (
          <text
            key={at}
            transform={`translate(${at + 3} ${foot + 9}) rotate(-36)`}
            textAnchor="end"
            {...labelLook}
          >
            {short[index]}
          </text>
        );
      })}
    </g>
  );
}
