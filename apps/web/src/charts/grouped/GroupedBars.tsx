import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { chartColors } from '../../ui/theme/tokens.ts';
import { heights, minimumWidth } from '../frame.ts';
import classes from './GroupedBars.module.css';
import { GroupedDrawing } from './GroupedDrawing.tsx';
import type { GroupedBarsProps } from './groupedBarsProps.ts';
import { drawingWidth } from './groupedLayout.ts';

/** Bars side by side or on each other, one colour a series, with a legend where there are several. */
export function GroupedBars(props: GroupedBarsProps) {
  const { series, summary } = props;
  const { ref, width } = useElementSize<HTMLDivElement>();
  const isMedium = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  const available = Math.max(minimumWidth, width);
  return (
    <figure className={classes.figure}>
      {series.length > 1 && (
        <ul className={classes.legend}>
          {series.map(({ name }, place) => (
            <li key={name}>
              <span className={classes.swatch} style={{ background: chartColors[place] }} aria-hidden />
              {name}
            </li>
          ))}
        </ul>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard */}
      <section ref={ref} className={classes.scroll} tabIndex={0} aria-label={summary}>
        <GroupedDrawing
          {...props}
          width={drawingWidth(props, available)}
          height={isMedium ? heights.medium : heights.small}
        />
      </section>
    </figure>
  );
}
