import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { useScrollRegion } from './ScrollRegion.tsx';

interface LongListProps<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  readonly rowHeight: number;
  /** Pixels between two items, as the style of the list has them. */
  readonly gap?: number;
  readonly className?: string | undefined;
  readonly label: string;
  readonly isBusy?: boolean;
  readonly children: (item: T) => ReactNode;
}

/** A list with more items than this renders only those in view. */
const many = 120;

/** A list that scrolls within its own height. A long one renders only the items in view (rule 11.17). */
export function LongList<T>(props: LongListProps<T>) {
  return props.items.length > many ? <VirtualList {...props} /> : <PlainList {...props} />;
}

const PlainList = <T,>({ items, keyOf, className, label, isBusy, children }: LongListProps<T>) => (
  <ul {...useScrollRegion(label, { role: null })} className={className} aria-label={label} aria-busy={isBusy}>
    {items.map((item) => (
      <li key={keyOf(item)}>{children(item)}</li>
    ))}
  </ul>
);

function VirtualList<T>(props: LongListProps<T>) {
  const { items, keyOf, rowHeight, gap = 0, className, label, isBusy, children } = props;
  const list = useRef<HTMLUListElement>(null);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => list.current,
    estimateSize: () => rowHeight,
    gap,
    overscan: 12,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
    <ul ref={list} className={className} aria-label={label} aria-busy={isBusy} tabIndex={0}>
      <li
        aria-hidden
        style={{ height: rows.getTotalSize(), padding: 0, visibility: 'hidden', gridArea: '1 / 1' }}
      />
      {rows.getVirtualItems().map((row) => {
        const item = items[row.index];
        return item === undefined ? null : (
          <li
            key={keyOf(item)}
            ref={rows.measureElement}
            data-index={row.index}
            aria-setsize={items.length}
            aria-posinset={row.index + 1}
            style={{ gridArea: '1 / 1', alignSelf: 'start', transform: `translateY(${row.start}px)` }}
          >
            {children(item)}
          </li>
        );
      })}
    </ul>
  );
}
