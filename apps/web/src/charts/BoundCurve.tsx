import { AxisLeft } from '@visx/axis';
import { useState } from 'react';
import { Tip } from '../ui/Tip.tsx';
import { chartColors } from '../ui/theme/tokens.ts';
import type { Bar, ChartProps, Figure } from './bar.ts';
import { BrushLayer } from './brush/BrushLayer.tsx';
import type { RangeBrush } from './brush/rangeBrush.ts';
import classes from './Chart.module.css';
import { ChartFrame } from './ChartFrame.tsx';
import { margin } from './frame.ts';
import { clampTip, middleOf, type Size, scalesOf } from './geometry.ts';
import { axisLook, BinLabels, compactCount, labelLook } from './labels.tsx';

/** The figures of a range that begins with a bin, and of one that ends with it; absent where there is no such range. */
interface CurveBin {
  readonly label: string;
  readonly min: Figure | undefined;
  readonly max: Figure | undefined;
}

interface CurvePoint {
  readonly position: number;
  readonly value: number;
}

interface BoundCurveProps extends Omit<ChartProps, 'populations' | 'isCompact'> {
  readonly bins: readonly CurveBin[];
  /** The lines, whose positions are counted in bins from the left. */
  readonly points: Readonly<Record<'min' | 'max', readonly CurvePoint[]>>;
  /** The names of both lines: the figures by the lower bound, and by the upper one. */
  readonly lines: readonly [min: string, max: string];
  readonly brush: RangeBrush;
}

/** A figure as a function of each bound of a range, in the bins of a histogram. A click moves the nearer bound. */
export function BoundCurve({ bins, points, lines, brush, ...chart }: BoundCurveProps) {
  const [pointed, setPointed] = useState<number>();
  const bars = bins.map(asBar);
  return (
    <ChartFrame {...chart} bars={bars} populations={lines} isCompact>
      {({ size }) => (
        <>
          <CurveDrawing {...chart} {...size} points={points} bars={bars} />
          <BrushLayer {...size} brush={brush} moves="bound" onPoint={setPointed} />
          <CurveTip {...size} bins={bins} lines={lines} pointed={pointed} />
        </>
      )}
    </ChartFrame>
  );
}

const none: Figure = { value: 0, shown: '–' };

const asBar = ({ label, min = none, max = none }: CurveBin): Bar => ({ label, ...min, part: max });

interface CurveDrawingProps extends Size, Pick<BoundCurveProps, 'summary' | 'headings' | 'points'> {
  readonly bars: readonly Bar[];
}

/** One line by the lower bound, and a dashed one by the upper bound. */
function CurveDrawing({ points, bars, summary, headings, ...size }: CurveDrawingProps) {
  const { width, height } = size;
  const { y, top, ticks } = scalesOf(
    [...points.min, ...points.max].map(({ value }) => ({ label: '', value, shown: '' })),
    size,
  );
  const step = (width - 2 * margin) / Math.max(1, bars.length);
  const drawn = (side: 'min' | 'max') =>
    points[side].map(({ position, value }) => [margin + position * step, top(value)] as const);
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
        {size.isLog === true ? `${headings[1]} (log)` : headings[1]}
      </text>
      <Line points={drawn('min')} color={chartColors[0]} />
      <Line points={drawn('max')} color={chartColors[1]} dash="5 4" />
      <BinLabels bars={bars} width={width} height={height} />
    </svg>
  );
}

interface LineProps {
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly color: string | undefined;
  readonly dash?: string;
}

const Line = ({ points, color, dash }: LineProps) => (
  <g>
    <polyline
      points={points.map((point) => point.join()).join(' ')}
      fill="none"
      stroke={color}
      strokeWidth={2}
      strokeLinejoin="round"
      strokeDasharray={dash}
    />
    {points.map(([x, y], index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two points may lie on each other
      <circle key={index} cx={x} cy={y} r={2.5} fill={color} />
    ))}
  </g>
);

interface CurveTipProps extends Size, Pick<BoundCurveProps, 'bins' | 'lines'> {
  readonly pointed: number | undefined;
}

function CurveTip({ bins, lines, pointed, width }: CurveTipProps) {
  const bin = pointed === undefined ? undefined : bins[pointed];
  if (bin === undefined || pointed === undefined) return null;
  const left = clampTip(middleOf(pointed, bins.length, width), width);
  return (
    <Tip className={classes.tip} left={left} top={margin}>
      <span>{bin.label}</span>
      {([bin.min, bin.max] as const).map((figure, index) => (
        <span key={lines[index]}>
          {lines[index]}: <strong>{figure?.shown ?? '–'}</strong>
        </span>
      ))}
    </Tip>
  );
}
