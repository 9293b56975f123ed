import type { ReactNode } from 'react';
import { ArrowDown, ArrowUp, ArrowUpDown } from '../icons.ts';
import { ScrollRegion } from '../ScrollRegion.tsx';
import classes from './ListTable.module.css';

interface ListTableProps {
  readonly label: string;
  readonly className: string | undefined;
  /** Older rows are shown while newer ones load. */
  readonly isStale: boolean;
  readonly children: ReactNode;
}

/** The table of a list, in a frame that scrolls sideways. */
export const ListTable = ({ label, className, isStale, children }: ListTableProps) => (
  <ScrollRegion label={label} className={classes.frame}>
    <table
      className={`${classes.table} ${className}`}
      aria-label={label}
      aria-busy={isStale}
      data-stale={isStale}
    >
      {children}
    </table>
  </ScrollRegion>
);

interface SortHeadingProps {
  readonly label: string;
  /** What the button does, in words. */
  readonly action: string;
  /** 1 upwards, -1 downwards; undefined where the list is sorted by something else. */
  readonly direction: 1 | -1 | undefined;
  readonly onSort: () => void;
  readonly className?: string | undefined;
  readonly isNumber?: boolean;
}

/** The heading of a column by which a list can be sorted. */
export function SortHeading({ label, action, direction, onSort, className, isNumber }: SortHeadingProps) {
  const Icon = direction === undefined ? ArrowUpDown : direction === 1 ? ArrowUp : ArrowDown;
  const order = direction === 1 ? 'ascending' : 'descending';
  return (
    <th
      scope="col"
      className={className}
      data-number={isNumber || undefined}
      aria-sort={direction === undefined ? undefined : order}
    >
      <button
        type="button"
        className={classes.sort}
        data-sorted={direction !== undefined}
        data-print
        aria-label={action}
        onClick={onSort}
      >
        {label}
        <Icon size={14} aria-hidden />
      </button>
    </th>
  );
}
