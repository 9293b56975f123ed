import { useElementSize, useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useRef, useState } from 'react';
import { ChartColumn, ChartNoAxesColumnIncreasing, Percent, Table2 } from '../ui/icons.ts';
import { LabelledIconButton } from '../ui/LabelledIconButton.tsx';
import type { Bar, ChartProps } from './bar.ts';
import classes from './Chart.module.css';
import { ChartTable } from './ChartTable.tsx';
import { heights, minimumWidth } from './frame.ts';
import type { Size } from './geometry.ts';
import { figureOfChart } from './save/figureOfChart.ts';
import { SaveMenu } from './save/SaveMenu.tsx';
import { asShares } from './shares.ts';

/** What is drawn: counts, or shares of each population. */
interface DrawnBars extends Pick<ChartProps, 'headings'> {
  readonly size: Size;
  readonly bars: readonly Bar[];
}

interface ChartFrameProps extends ChartProps {
  readonly bars: readonly Bar[];
  /** Whether the lower height is enough on every screen. */
  readonly isLow?: boolean;
  readonly children: (drawn: DrawnBars) => ReactNode;
}

/** The tools of a chart and its legend stand side by side from this width on. */
const widthOfLegend = 480;

/** The frame of every chart: an area of constant height, a table of the same figures, and a menu that saves it. */
export function ChartFrame({ children, isLow, ...chart }: ChartFrameProps) {
  const [isTable, setIsTable] = useState(false);
  const [isLog, setIsLog] = useLocalStorage({ key: 'atrium.charts.log', defaultValue: false });
  const [unit, setUnit] = useLocalStorage<'share' | 'count'>({
    key: 'atrium.charts.unit',
    defaultValue: 'share',
  });
  const shares = isLog || unit === 'count' ? undefined : chart.totals;
  const drawn: Omit<DrawnBars, 'size'> =
    shares === undefined
      ? { bars: chart.bars, headings: chart.headings }
      : { bars: asShares(chart.bars, shares), headings: [chart.headings[0], '% of group'] };
  const { ref, width: measured } = useElementSize<HTMLElement>();
  const plot = useRef<HTMLDivElement>(null);
  const isMedium = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  const height = isMedium && chart.isCompact !== true && isLow !== true ? heights.medium : heights.small;
  const width = Math.max(minimumWidth, measured);
  return (
    <figure ref={ref} className={classes.chart} aria-label={chart.headings.join(', ')}>
      <div className={classes.tools}>
        <LabelledIconButton
          label={isTable ? 'Show as chart' : 'Show as table'}
          size="sm"
          onClick={() => setIsTable(!isTable)}
        >
          {isTable ? <ChartColumn size={14} /> : <Table2 size={14} />}
        </LabelledIconButton>
        {!isTable && chart.totals !== undefined && (
          <LabelledIconButton
            label="% of group"
            size="sm"
            variant={shares === undefined ? 'subtle' : 'light'}
            aria-pressed={shares !== undefined}
            onClick={() => {
              setUnit(shares === undefined ? 'share' : 'count');
              setIsLog(false);
            }}
          >
            <Percent size={14} />
          </LabelledIconButton>
        )}
        {!isTable && (
          <LabelledIconButton
            label="Logarithmic scale"
            size="sm"
            variant={isLog ? 'light' : 'subtle'}
            aria-pressed={isLog}
            onClick={() => setIsLog(!isLog)}
          >
            <ChartNoAxesColumnIncreasing size={14} />
          </LabelledIconButton>
        )}
        <SaveMenu
          figure={figureOfChart(chart)}
          drawing={() => plot.current?.querySelector<SVGSVGElement>('svg[role="img"]') ?? null}
        />
      </div>
      <div ref={plot} className={classes.plot} style={{ height }} hidden={isTable}>
        {children({ ...drawn, size: { width, height, isLog } })}
      </div>
      {chart.populations !== undefined && chart.isCompact !== true && !isTable && (
        <Legend populations={chart.populations} isBelow={width < widthOfLegend} />
      )}
      {isTable && <ChartTable {...chart} height={height} />}
    </figure>
  );
}

interface LegendProps {
  readonly populations: readonly [string, string];
  /** Where there is no room beside the tools. */
  readonly isBelow: boolean;
}

const Legend = ({ populations: [whole, part], isBelow }: LegendProps) => (
  <ul className={classes.legend} data-below={isBelow} aria-hidden>
    <li>
      <span className={classes.swatch} data-whole="true" />
      {whole}
    </li>
    <li>
      <span className={classes.swatch} />
      {part}
    </li>
  </ul>
);
