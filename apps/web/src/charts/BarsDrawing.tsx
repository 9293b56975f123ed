import { AxisLeft } from '@visx/axis';
import { chartColors } from '../ui/theme/tokens.ts';
import type { Bar, ChartProps } from './bar.ts';
import { margin } from './frame.ts';
import { type Size, scalesOf } from './geometry.ts';
import { axisLook, BinLabels, compactCount, labelLook } from './labels.tsx';

interface BarsDrawingProps extends Size, Pick<ChartProps, 'summary' | 'headings' | 'populations'> {
  readonly bars: readonly Bar[];
  /** Which bars are faint, for example those outside the chosen range. */
  readonly isFaded?: ((index: number) => boolean) | undefined;
  readonly pointed: number | undefined;
}

/** The drawing of a histogram: margins of 50 pixels, bars with their parts, axes with ticks about every 50 pixels. */
export function BarsDrawing(props: BarsDrawingProps) {
  const { bars, summary, headings, width, height } = props;
  const { x, y, top, ticks } = scalesOf(bars, props);
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={summary}>
      <AxisLeft
        scale={y}
        left={margin}
        tickValues={[...ticks]}
        tickFormat={(value) => compactCount.format(Number(value))}
        tickLabelProps={{ ...labelLook, textAnchor: 'end', dx: -4, dy: 4 }}
        hideZero
        {...axisLook}
      />
      <text x={margin} y={margin / 2} dy={4} textAnchor="middle" {...labelLook}>
        {props.isLog === true ? `${headings[1]} (log)` : headings[1]}
      </text>
      {bars.map((bar, index) => (
        <OneBar
          // biome-ignore lint/suspicious/noArrayIndexKey: two bars may have the same label
          key={index}
          bar={bar}
          left={x(index) ?? 0}
          width={x.bandwidth()}
          top={top}
          opacity={opacityOf(index, props)}
          isWhole={props.populations === undefined}
        />
      ))}
      <BinLabels bars={bars} width={width} height={height} />
    </svg>
  );
}

/** The bar of the smaller population is this much thinner: as a share, it may be the longer one. */
export const partOfBar = 0.6;

/** Bars that are faded or not pointed at are fainter than others. */
export function opacityOf(
  index: number,
  { isFaded, pointed }: Pick<BarsDrawingProps, 'isFaded' | 'pointed'>,
) {
  if (isFaded?.(index) === true) return pointed === index ? 0.5 : 0.28;
  return pointed === undefined || pointed === index ? 1 : 0.7;
}

interface OneBarProps {
  readonly bar: Bar;
  readonly left: number;
  readonly width: number;
  readonly top: (value: number) => number;
  readonly opacity: number;
  /** Whether no second population is drawn over it. */
  readonly isWhole: boolean;
}

function OneBar({ bar, left, width, top, opacity, isWhole }: OneBarProps) {
  const shape = { x: left, width, rx: Math.min(2, width / 4) };
  const drawn = (value: number) => ({ y: top(value), height: Math.max(0, top(0) - top(value)) });
  return (
    <g opacity={opacity}>
      <rect {...shape} {...drawn(bar.value)} fill={chartColors[0]} fillOpacity={isWhole ? 1 : 0.32} />
      {bar.part !== undefined && (
        <rect
          {...shape}
          {...drawn(bar.part.value)}
          x={left + (width * (1 - partOfBar)) / 2}
          width={width * partOfBar}
          fill={chartColors[0]}
        />
      )}
    </g>
  );
}
