import type { ReactNode, Ref } from 'react';
import classes from './Grid.module.css';

interface GridRegionProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The part of a screen in which a grid scrolls, in both directions and by keyboard. */
export const GridRegion = ({ ref, label, className = '', children }: GridRegionProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
  <section ref={ref} className={`${classes.region} ${className}`} aria-label={label} tabIndex={0}>
    {children}
  </section>
);

/** The class of the table element of a grid; `data-stale` says that its figures are outdated. */
export const gridClass = classes.table;

/** The class of a text that means a missing value. */
export const missingClass = classes.missing;

interface SpacerRowProps {
  /** In pixels. */
  readonly height: number;
  readonly columns: number;
}

/** Takes the height of the rows that are not rendered. */
export const SpacerRow = ({ height, columns }: SpacerRowProps) =>
  height > 0 ? (
    <tr aria-hidden className={classes.spacer}>
      <td colSpan={columns} style={{ height }} />
    </tr>
  ) : null;
