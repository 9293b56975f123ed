import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect } from 'react';

/** A part of an axis: `from` is in it, `to` is the first index after it. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

interface Axis {
  /** The element that scrolls. */
  readonly region: RefObject<HTMLElement | null>;
  /** Heights of the rows or widths of the columns, in pixels; keep the same array while they do not change. */
  readonly sizes: readonly number[];
  readonly isHorizontal: boolean;
  /** With more rows or columns than this, only those in view are rendered. */
  readonly many: number;
  /** How many are rendered beyond either edge of the view. */
  readonly overscan: number;
  /** Pixels before the first one that always stay in view. */
  readonly offset?: number;
  /** The stretch begins and ends at a multiple of this, so that it changes less often. */
  readonly step?: number;
  /** How many are rendered before the region has been measured. */
  readonly first?: number;
}

/** The part of an axis that is rendered. */
export interface ShownStretch extends Stretch {
  /** Pixels left out before the stretch, and after it. */
  readonly before: number;
  readonly after: number;
  /** Whether anything can be left out at all. */
  readonly isPart: boolean;
  /** Scrolls a row or column into view. */
  readonly show: (index: number) => void;
}

/** The rows or columns that are rendered: all of a few, and of many those in view. */
export function useStretch(axis: Axis): ShownStretch {
  const { region, sizes, isHorizontal, many, overscan, offset = 0, step = 1, first = 0 } = axis;
  const count = sizes.length;
  const isPart = count > many;
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => region.current,
    estimateSize: (index) => sizes[index] ?? 0,
    paddingStart: offset,
    overscan,
    horizontal: isHorizontal,
    enabled: isPart,
  });
  useEffect(() => {
    if (isPart && sizes.length > 0) virtualizer.measure();
  }, [virtualizer, sizes, isPart]);
  if (!isPart) return { from: 0, to: count, before: 0, after: 0, isPart, show: () => {} };
  const show = (index: number) => virtualizer.scrollToIndex(index);
  const items = virtualizer.getVirtualItems();
  const [start] = items;
  const end = items.at(-1);
  const isMeasured = start !== undefined && end !== undefined;
  const from = isMeasured ? Math.floor(start.index / step) * step : 0;
  const to = Math.min(count, isMeasured ? Math.ceil((end.index + 1) / step) * step : first);
  return { from, to, before: sumOf(sizes.slice(0, from)), after: sumOf(sizes.slice(to)), isPart, show };
}

const sumOf = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);
