import { useElementSize } from '@mantine/hooks';
import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleLinear } from '@visx/scale';
import { chartColors } from '../ui/theme/tokens.ts';
import { minimumWidth } from './frame.ts';
import { axisLook, labelLook } from './labels.tsx';
import { DrawnFigure } from './save/DrawnFigure.tsx';
import type { SavedFigure } from './save/figure.ts';

interface StepPoint {
  readonly time: number;
  readonly share: number;
  readonly low: number | null;
  readonly high: number | null;
}

interface StepCurvesProps {
  /** One line each; a line begins at `start`, at time 0. */
  readonly curves: readonly { readonly label: string; readonly steps: readonly StepPoint[] }[];
  readonly start: 0 | 1;
  /** The ticks of the axis of time, and what they are called. */
  readonly times: readonly number[];
  readonly timeLabel: (time: number) => string;
  readonly summary: string;
  /** What is saved beside the picture. */
  readonly figure: Omit<SavedFigure, 'summary' | 'legend'>;
}

const height = 320;
const inset = { top: 36, right: 16, bottom: 32, left: 48 };
/** Lines differ by more than their colour. */
const dashes = [undefined, '6 4', '2 3', '10 4', '8 3 2 3', '1 5'] as const;
const shares = [0, 0.25, 0.5, 0.75, 1];
const percent = new Intl.NumberFormat('en-US', { style: 'percent' });

/** Shares over time as steps, with their bands. A table beside it says the same figures. */
export function StepCurves({ curves, start, times, timeLabel, summary, figure }: StepCurvesProps) {
  const { ref, width: measured } = useElementSize<HTMLElement>();
  const width = Math.max(minimumWidth, measured);
  const last = Math.max(1, ...times, ...curves.flatMap(({ steps }) => steps.map(({ time }) => time)));
  const x = scaleLinear({ domain: [0, last], range: [inset.left, width - inset.right] });
  const y = scaleLinear({ domain: [0, 1], range: [height - inset.bottom, inset.top] });
  const room = Math.max(1, Math.floor((width - inset.left) / 64));
  const every = Math.ceil(times.length / room);
  return (
    <DrawnFigure
      frame={ref}
      figure={{ ...figure, summary, legend: curves.map(({ label }, index) => legendOf(label, index)) }}
      width={width}
      height={height}
      marks={curves.map(({ label }, index) => ({
        label,
        mark: (
          <svg width={28} height={8} role="presentation">
            <line
              x2={28}
              y1={4}
              y2={4}
              stroke={chartColors[index % chartColors.length]}
              strokeWidth={2}
              strokeDasharray={dashes[index % dashes.length]}
            />
          </svg>
        ),
      }))}
    >
      <AxisLeft
        scale={y}
        left={inset.left}
        tickValues={shares}
        tickFormat={(share) => percent.format(Number(share))}
        tickLabelProps={{ ...labelLook, textAnchor: 'end', dx: -4, dy: 4 }}
        {...axisLook}
      />
      <AxisBottom
        scale={x}
        top={height - inset.bottom}
        tickValues={times.filter((_, index) => index % every === 0)}
        tickFormat={(time) => timeLabel(Number(time))}
        tickLabelProps={{ ...labelLook, textAnchor: 'middle', dy: 2 }}
        {...axisLook}
      />
      {curves.map(({ label, steps }, index) => {
        const stroke = chartColors[index % chartColors.length];
        return (
          <g key={label}>
            <path d={bandPath(steps, { x, y, start })} fill={stroke} opacity={0.12} />
            <path
              d={linePath(steps, { x, y, start })}
              fill="none"
              stroke={stroke}
              strokeWidth={2}
              strokeDasharray={dashes[index % dashes.length]}
            />
          </g>
        );
      })}
    </DrawnFigure>
  );
}

const legendOf = (label: string, index: number) => ({
  label,
  color: chartColors[index % chartColors.length] ?? 'gray',
  dash: dashes[index % dashes.length] ?? '28 0',
});

interface Drawing {
  readonly x: (time: number) => number;
  readonly y: (share: number) => number;
  readonly start: number;
}

function linePath(steps: readonly StepPoint[], { x, y, start }: Drawing): string {
  const line = steps.map(({ time, share }) => `H${x(time)}V${y(share)}`);
  return `M${x(0)},${y(start)}${line.join('')}`;
}

/** Between the bounds, as far as they are defined. */
function bandPath(steps: readonly StepPoint[], { x, y, start }: Drawing): string {
  const known = steps.flatMap(({ time, low, high }) =>
    low === null || high === null ? [] : [{ time, low, high }],
  );
  const upper = known.map(({ time, high }) => `H${x(time)}V${y(high)}`);
  const lower = known.map(({ time, low }, index) => ({
    time,
    low: index === 0 ? start : (known[index - 1]?.low ?? start),
    own: low,
  }));
  const back = lower.toReversed().map(({ time, low, own }) => `L${x(time)},${y(own)}L${x(time)},${y(low)}`);
  return `M${x(0)},${y(start)}${upper.join('')}${back.join('')}Z`;
}
