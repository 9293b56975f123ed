import { AxisLeft } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { useId, useState } from 'react';
import { Tip } from '../../ui/Tip.tsx';
import { chartColors } from '../../ui/theme/tokens.ts';
import type { ChartProps } from '../bar.ts';
import { lineHeight, linesOf, margin } from '../frame.ts';
import { clampTip, wholeTicks } from '../geometry.ts';
import { compactCount, labelLook } from '../labels.tsx';
import classes from './GroupedBars.module.css';
import {
  type GroupedChart,
  type LegendPosition,
  type PlacedBar,
  placeBars,
  placeLegend,
  roomBetween,
} from './groupedLayout.ts';

interface GroupedDrawingProps extends GroupedChart, Pick<ChartProps, 'summary' | 'headings'> {
  readonly width: number;
  readonly height: number;
  /** The width of the visible part, for the legend. */
  readonly legendWidth: number;
  readonly top?: number;
}

const axisLook = { stroke: 'var(--atrium-line)', tickStroke: 'var(--atrium-line)' } as const;

function useScales(
  { groups, series, layout, width, height, top }: GroupedDrawingProps,
  bars: readonly PlacedBar[],
) {
  const x = scaleBand({
    domain: groups.map((_, group) => group),
    range: [margin, width - margin],
    paddingInner: 0.25,
    paddingOuter: 0.1,
  });
  const inner = scaleBand({
    domain: layout === 'stacked' ? [0] : series.map((_, index) => index),
    range: [0, x.bandwidth()],
    paddingInner: 0.06,
  });
  const y = scaleLinear({
    domain: [0, top ?? bars.reduce((highest, bar) => Math.max(highest, bar.to), 1)],
    range: [height - margin, margin],
    nice: true,
  });
  return { x, inner, y };
}

/** Labels of so many lines leave a gap between the axis and its name. */
const linesInMargin = 1;

/** The drawing: margins of 50 pixels, whole labels, ticks about every 50 pixels, hatched bars for hidden values. */
export function GroupedDrawing(props: GroupedDrawingProps) {
  const { groups, series, layout, summary, headings, width, height, legendWidth } = props;
  const [pointed, setPointed] = useState<PlacedBar>();
  const id = useId();
  const bars = placeBars(props);
  const names = series.map(({ name }) => name);
  const legend = placeLegend(names, legendWidth);
  const { x, inner, y } = useScales(props, bars);
  const labels = groups.map((group) => linesOf(group, x.step() - roomBetween));
  const lines = labels.reduce((most, label) => Math.max(most, label.length), 0);
  const bottom = height + Math.max(0, lines - linesInMargin) * lineHeight;
  const left = (bar: PlacedBar) => (x(bar.group) ?? 0) + (inner(layout === 'stacked' ? 0 : bar.series) ?? 0);
  const isSame = (bar: PlacedBar) => pointed?.group === bar.group && pointed.series === bar.series;
  return (
    <div className={classes.plot} style={{ width }}>
      <svg
        width={width}
        height={bottom + legend.height}
        viewBox={`0 0 ${width} ${bottom + legend.height}`}
        role="img"
        aria-label={summary}
      >
        <Hatches id={id} names={names} />
        <AxisLeft
          scale={y}
          left={margin}
          tickValues={[...wholeTicks(y, height - 2 * margin)]}
          tickFormat={(value) => compactCount.format(Number(value))}
          tickLabelProps={{ ...labelLook, textAnchor: 'end', dx: -4, dy: 4 }}
          hideZero
          {...axisLook}
        />
        <text x={margin} y={margin / 2} dy={4} textAnchor="middle" {...labelLook}>
          {headings[1]}
        </text>
        {bars.map((bar) => (
          <rect
            key={`${bar.group} ${bar.series}`}
            x={left(bar)}
            y={y(bar.to)}
            width={inner.bandwidth()}
            height={Math.max(0, y(bar.from) - y(bar.to))}
            rx={layout === 'stacked' ? 0 : Math.min(2, inner.bandwidth() / 4)}
            fill={bar.value.isHidden ? `url(#${id}-${bar.series})` : chartColors[bar.series]}
            stroke={bar.value.isHidden ? chartColors[bar.series] : undefined}
            strokeDasharray={bar.value.isHidden ? '3 2' : undefined}
            opacity={pointed === undefined || isSame(bar) ? 1 : 0.55}
            onPointerEnter={() => setPointed(bar)}
            onPointerLeave={() => setPointed(undefined)}
          />
        ))}
        <GroupLabels
          labels={labels}
          middle={(group) => (x(group) ?? 0) + x.bandwidth() / 2}
          foot={height - margin}
          width={width}
        />
        <text x={width / 2} y={bottom - 8} textAnchor="middle" {...labelLook}>
          {headings[0]}
        </text>
        <g transform={`translate(0 ${bottom})`}>
          <GroupedLegend names={names} positions={legend.positions} />
        </g>
      </svg>
      {pointed !== undefined && (
        <GroupedTip
          bar={pointed}
          groups={groups}
          names={names}
          left={clampTip(left(pointed) + inner.bandwidth() / 2, width)}
          top={Math.max(margin, y(pointed.to) - 8)}
        />
      )}
    </div>
  );
}

interface GroupLabelsProps {
  readonly labels: readonly (readonly string[])[];
  readonly middle: (group: number) => number;
  readonly foot: number;
  readonly width: number;
}

/** The axis under the groups, with the whole label of each. */
const GroupLabels = ({ labels, middle, foot, width }: GroupLabelsProps) => (
  <g>
    <line x1={margin} x2={width - margin} y1={foot} y2={foot} stroke={axisLook.stroke} />
    {labels.map((lines, group) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: groups have no other identity
      <text key={group} y={foot + 4} textAnchor="middle" {...labelLook}>
        {lines.map((line, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
          <tspan key={row} x={middle(group)} dy={lineHeight}>
            {line}
          </tspan>
        ))}
      </text>
    ))}
  </g>
);

/** The pattern of hidden values, in the colour of each series. */
const Hatches = ({ id, names }: { readonly id: string; readonly names: readonly string[] }) => (
  <defs>
    {names.map((name, index) => (
      <pattern key={name} id={`${id}-${index}`} width={6} height={6} patternUnits="userSpaceOnUse">
        <path d="M0 6L6 0" stroke={chartColors[index]} strokeWidth={1.5} />
      </pattern>
    ))}
  </defs>
);

interface GroupedLegendProps {
  readonly names: readonly string[];
  readonly positions: readonly LegendPosition[];
}

const legendLook = { fill: 'var(--atrium-text)', fontSize: 13, fontFamily: 'inherit' } as const;

/** The names of the series and their colours. They are part of the drawing, so that a saved picture has them too. */
const GroupedLegend = ({ names, positions }: GroupedLegendProps) =>
  positions.map(({ x, y }, index) => (
    <g key={names[index]}>
      <rect x={x - 18} y={y - 11} width={12} height={12} rx={3} fill={chartColors[index]} />
      <text x={x} y={y} {...legendLook}>
        {names[index]}
      </text>
    </g>
  ));

interface GroupedTipProps {
  readonly bar: PlacedBar;
  readonly groups: readonly string[];
  readonly names: readonly string[];
  readonly left: number;
  readonly top: number;
}

/** The figure of the bar under the pointer. */
const GroupedTip = ({ bar, groups, names, left, top }: GroupedTipProps) => (
  <Tip className={classes.tip} left={left} top={top}>
    <strong>{bar.value.shown}</strong> {groups[bar.group]}
    {names.length > 1 && ` · ${names[bar.series] ?? ''}`}
  </Tip>
);
