import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect } from 'react';
import type { PlacedColumn } from './usePlacedColumns.ts';

const manyColumns = 24;
const overscan = 2;
/** The window moves by so many columns at once, so that rows are drawn anew less often. */
const stride = 4;

/** Which of the columns that scroll are in the document: all of few, of many those in sight. */
export function useColumnWindow(columns: readonly PlacedColumn[], region: RefObject<HTMLDivElement | null>) {
  const stuck = columns.filter(({ stuckAt }) => stuckAt !== undefined);
  const isMany = columns.length > manyColumns;
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: columns.length - stuck.length,
    getScrollElement: () => region.current,
    estimateSize: (index) => columns[stuck.length + index]?.width ?? 0,
    paddingStart: stuck.reduce((total, { width }) => total + width, 0),
    overscan,
    enabled: isMany,
  });
  useEffect(() => {
    if (columns.length > 0) virtualizer.measure();
  }, [virtualizer, columns]);
  if (!isMany) return { from: 0, to: columns.length, show: () => {} };
  const items = virtualizer.getVirtualItems();
  const from = Math.floor((items[0]?.index ?? 0) / stride) * stride;
  const to = Math.ceil(((items.at(-1)?.index ?? stride) + 1) / stride) * stride;
  return {
    from: stuck.length + from,
    to: stuck.length + to,
    show: (column: number) => {
      if (column >= stuck.length) virtualizer.scrollToIndex(column - stuck.length);
    },
  };
}
