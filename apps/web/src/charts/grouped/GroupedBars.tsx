import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { useRef } from 'react';
import type { Bar, ChartProps } from '../bar.ts';
import { heights, minimumWidth } from '../frame.ts';
import { figureOfChart } from '../save/figureOfChart.ts';
import { SaveMenu } from '../save/SaveMenu.tsx';
import classes from './GroupedBars.module.css';
import { GroupedDrawing } from './GroupedDrawing.tsx';
import { drawingWidth, type GroupedChart } from './groupedLayout.ts';

interface GroupedBarsProps
  extends GroupedChart,
    Pick<ChartProps, 'summary' | 'headings' | 'disarm' | 'fileName' | 'saved'> {
  /** Among other charts. */
  readonly isSmall?: boolean;
  /** The top of the scale, where it is that of several charts. */
  readonly top?: number;
}

const roomForTools = 32;

/** Bars side by side or stacked, one colour per series, with a legend if there are several. */
export function GroupedBars(props: GroupedBarsProps) {
  const { summary, headings, disarm, fileName, saved } = props;
  const { ref, width } = useElementSize<HTMLDivElement>();
  const isMedium = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  const available = Math.max(minimumWidth, width);
  const figure = useRef<HTMLElement>(null);
  return (
    <figure ref={figure} className={classes.figure}>
      <div className={classes.tools}>
        <SaveMenu
          figure={figureOfChart({ summary, headings, disarm, fileName, saved, bars: flatBars(props) })}
          drawing={() => figure.current?.querySelector<SVGSVGElement>('svg[role="img"]') ?? null}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard */}
      <section ref={ref} className={classes.scroll} tabIndex={0} aria-label={summary}>
        <GroupedDrawing
          {...props}
          width={drawingWidth(props, available)}
          legendWidth={available - roomForTools}
          height={isMedium && props.isSmall !== true ? heights.medium : heights.small}
        />
      </section>
    </figure>
  );
}

/** All bars in one list, for the figures as CSV. */
const flatBars = ({ groups, series }: GroupedChart): readonly Bar[] =>
  series.flatMap(({ name, values }) =>
    values.map(({ value, shown }, group) => ({
      label: series.length > 1 ? `${groups[group] ?? ''}, ${name}` : (groups[group] ?? ''),
      value,
      shown,
    })),
  );
