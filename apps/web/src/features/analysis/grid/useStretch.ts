import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import type { Stretch } from './headerSpans.ts';

interface Along {
  readonly region: RefObject<HTMLElement | null>;
  readonly sizes: readonly number[];
  readonly horizontal: boolean;
}

/** The part of an axis that is in the document, and how many pixels of it are left out on either side. */
export interface ShownStretch extends Stretch {
  readonly before: number;
  readonly after: number;
  /** Whether anything can be left out at all. */
  readonly isPart: boolean;
}

const many = { rows: 80, columns: 40 } as const;
const overscan = { rows: 12, columns: 4 } as const;

/** Of an axis with many rows or columns, those in sight; of any other, all. */
export function useStretch({ region, sizes, horizontal }: Along): ShownStretch {
  const axis = horizontal ? 'columns' : 'rows';
  const isPart = sizes.length > many[axis];
  const virtualizer = useVirtualizer({
    count: sizes.length,
    getScrollElement: () => region.current,
    estimateSize: (index) => sizes[index] ?? 0,
    overscan: overscan[axis],
    horizontal,
    enabled: isPart,
  });
  if (!isPart) return { from: 0, to: sizes.length, before: 0, after: 0, isPart };
  const items = virtualizer.getVirtualItems();
  const [first] = items;
  const last = items.at(-1);
  if (first === undefined || last === undefined) {
    return { from: 0, to: 0, before: 0, after: virtualizer.getTotalSize(), isPart };
  }
  const after = Math.max(0, virtualizer.getTotalSize() - last.end);
  return { from: first.index, to: last.index + 1, before: first.start, after, isPart };
}
