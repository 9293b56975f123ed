import { AxisBottom } from '@visx/axis';
import type { Bar } from './bar.ts';
import { margin, shortLabels, tickIndexes, wrapLabel } from './frame.ts';
import { middleOf, type Size, scalesOf } from './geometry.ts';
import { axisLook, labelLook } from './look.ts';

interface LabelsProps extends Size {
  readonly bars: readonly Bar[];
}

/** The axis under bins: the first label, then every n-th that there is room for. */
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
const lineHeight = 13;

/** The axis under values: every one is named, in lines or on the slant, as long as there is room at all. */
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
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
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
