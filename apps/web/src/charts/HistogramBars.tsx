import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { useState } from 'react';
import { chartColors } from '../ui/theme/tokens.ts';
import { margin, tickCount, tickIndexes } from './frame.ts';
import classes from './Histogram.module.css';
import type { HistogramProps } from './histogramProps.ts';

interface HistogramBarsProps extends HistogramProps {
  readonly width: number;
  readonly height: number;
}

const whole = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const axisLook = {
  stroke: 'var(--atrium-line)',
  tickStroke: 'var(--atrium-line)',
} as const;
const labelLook = { fill: 'var(--mantine-color-dimmed)', fontSize: 11, fontFamily: 'inherit' } as const;

/** The drawing: margins of 50 pixels, one bar a bin, ticks about every 50 pixels. */
export function HistogramBars({ bins, summary, headings, width, height }: HistogramBarsProps) {
  const [pointed, setPointed] = useState<number>();
  const labels = bins.map(({ label }) => label);
  const x = scaleBand({ domain: labels, range: [margin, width - margin], paddingInner: 0.08 });
  const y = scaleLinear({
    domain: [0, Math.max(1, ...bins.map(({ value }) => value))],
    range: [height - margin, margin],
    nice: true,
  });
  const written = tickIndexes(labels, width - 2 * margin).flatMap((index) => labels[index] ?? []);
  const shown = pointed === undefined ? undefined : bins[pointed];
  return (
    <div className={classes.plot}>
      <svg width={width} height={height} role="img" aria-label={summary}>
        <AxisLeft
          scale={y}
          left={margin}
          numTicks={tickCount(height - 2 * margin)}
          tickFormat={(value) => whole.format(Number(value))}
          tickLabelProps={{ ...labelLook, textAnchor: 'end', dx: -4, dy: 4 }}
          hideZero
          {...axisLook}
        />
        <text x={margin} y={margin / 2} dy={4} textAnchor="middle" {...labelLook}>
          {headings[1]}
        </text>
        {bins.map((bin, index) => (
          <Bar
            key={bin.label}
            x={x(bin.label) ?? 0}
            y={y(bin.value)}
            width={x.bandwidth()}
            height={height - margin - y(bin.value)}
            rx={Math.min(2, x.bandwidth() / 4)}
            fill={chartColors[0]}
            opacity={pointed === undefined || pointed === index ? 1 : 0.55}
          />
        ))}
        {bins.map((bin, index) => (
          <Bar
            key={bin.label}
            x={x(bin.label) ?? 0}
            y={margin}
            width={x.step()}
            height={height - 2 * margin}
            fill="transparent"
            onPointerEnter={() => setPointed(index)}
            onPointerLeave={() => setPointed(undefined)}
          />
        ))}
        <AxisBottom
          scale={x}
          top={height - margin}
          tickValues={written}
          tickLabelProps={{ ...labelLook, textAnchor: 'middle', dy: 2 }}
          {...axisLook}
        />
      </svg>
      {shown !== undefined && (
        <div
          className={classes.tip}
          style={{
            left: clamp((x(shown.label) ?? 0) + x.bandwidth() / 2, width),
            top: Math.max(margin, y(shown.value) - 8),
          }}
        >
          <strong>{shown.shown}</strong> {shown.label}
        </div>
      )}
    </div>
  );
}

/** Keeps the middle of a tip far enough from both edges that its text stays inside. */
const clamp = (place: number, width: number): number =>
  Math.min(width - margin * 1.6, Math.max(margin * 1.6, place));
