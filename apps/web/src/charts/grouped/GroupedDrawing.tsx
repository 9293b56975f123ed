import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { useId, useState } from 'react';
import { chartColors } from '../../ui/theme/tokens.ts';
import { margin, tickCount, tickSpacing } from '../frame.ts';
import classes from './GroupedBars.module.css';
import { GroupedLegend } from './GroupedLegend.tsx';
import { GroupedTip } from './GroupedTip.tsx';
import type { GroupedBarsProps } from './groupedBarsProps.ts';
import { cutLabel, type PlacedBar, placeBars, placeLegend } from './groupedLayout.ts';

interface GroupedDrawingProps extends GroupedBarsProps {
  readonly width: number;
  readonly height: number;
  /** The width that the legend may take, which does not scroll away. */
  readonly legendWidth: number;
}

const whole = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const axisLook = { stroke: 'var(--atrium-line)', tickStroke: 'var(--atrium-line)' } as const;
const labelLook = { fill: 'var(--mantine-color-dimmed)', fontSize: 11, fontFamily: 'inherit' } as const;

function useScales(
  { groups, series, layout, width, height }: GroupedDrawingProps,
  bars: readonly PlacedBar[],
) {
  const x = scaleBand({
    domain: groups.map((_, group) => group),
    range: [margin, width - margin],
    paddingInner: 0.25,
    paddingOuter: 0.1,
  });
  const inner = scaleBand({
    domain: layout === 'stacked' ? [0] : series.map((_, place) => place),
    range: [0, x.bandwidth()],
    paddingInner: 0.06,
  });
  const y = scaleLinear({
    domain: [0, bars.reduce((top, bar) => Math.max(top, bar.to), 1)],
    range: [height - margin, margin],
    nice: true,
  });
  return { x, inner, y };
}

/** The drawing: margins of 50 pixels, ticks about every 50 pixels, hatching where a value is hidden. */
export function GroupedDrawing(props: GroupedDrawingProps) {
  const { groups, series, layout, summary, headings, width, height, legendWidth } = props;
  const [pointed, setPointed] = useState<PlacedBar>();
  const id = useId();
  const bars = placeBars(props);
  const names = series.map(({ name }) => name);
  const legend = placeLegend(names, legendWidth);
  const { x, inner, y } = useScales(props, bars);
  const every = Math.max(1, Math.ceil(tickSpacing / x.step()));
  const left = (bar: PlacedBar) => (x(bar.group) ?? 0) + (inner(layout === 'stacked' ? 0 : bar.series) ?? 0);
  const isSame = (bar: PlacedBar) => pointed?.group === bar.group && pointed.series === bar.series;
  return (
    <div className={classes.plot} style={{ width }}>
      <svg
        width={width}
        height={height + legend.height}
        viewBox={`0 0 ${width} ${height + legend.height}`}
        role="img"
        aria-label={summary}
      >
        <defs>
          {series.map(({ name }, place) => (
            <pattern key={name} id={`${id}-${place}`} width={6} height={6} patternUnits="userSpaceOnUse">
              <path d="M0 6L6 0" stroke={chartColors[place]} strokeWidth={1.5} />
            </pattern>
          ))}
        </defs>
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
        <AxisBottom
          scale={x}
          top={height - margin}
          tickValues={groups.map((_, group) => group).filter((group) => group % every === 0)}
          tickFormat={(group) => cutLabel(groups[Number(group)] ?? '', x.step() * every - 8)}
          tickLabelProps={{ ...labelLook, textAnchor: 'middle', dy: 2 }}
          {...axisLook}
        />
        <text x={width / 2} y={height - 8} textAnchor="middle" {...labelLook}>
          {headings[0]}
        </text>
        <g transform={`translate(0 ${height})`}>
          <GroupedLegend names={names} places={legend.places} />
        </g>
      </svg>
      {pointed !== undefined && (
        <GroupedTip
          bar={pointed}
          groups={groups}
          names={names}
          left={Math.min(width - margin * 1.6, Math.max(margin * 1.6, left(pointed) + inner.bandwidth() / 2))}
          top={Math.max(margin, y(pointed.to) - 8)}
        />
      )}
    </div>
  );
}
