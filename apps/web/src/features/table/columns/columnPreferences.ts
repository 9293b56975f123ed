import { unreachable } from '@atrium/contract';
import { z } from 'zod';

const preferences = z.object({
  /** Width in pixels of the columns that were resized, by entry id. */
  widths: z.record(z.string(), z.number().positive()),
  /** Entry ids of the columns that stay in sight beside the first one, in the order in which they were pinned. */
  pinned: z.array(z.string()),
});

/** How a person likes the columns of one dataset; it is kept in the browser and changes nothing for others. */
export type ColumnPreferences = z.output<typeof preferences>;

export const usual: ColumnPreferences = { widths: {}, pinned: [] };
export const narrowest = 80;
export const widest = 900;

export type ColumnPreferenceEvent =
  | {
      readonly kind: 'resized';
      readonly entryId: string;
      readonly width: number;
      /** Widths of the columns as they are drawn, which hold from now on: nothing but the one column moves. */
      readonly drawn?: Readonly<Record<string, number>>;
    }
  | { readonly kind: 'pinned' | 'unpinned' | 'usualWidth'; readonly entryId: string };

/** The preferences after something was done to a column. */
export function reducePreferences(held: ColumnPreferences, event: ColumnPreferenceEvent): ColumnPreferences {
  const { widths, pinned } = held;
  const { entryId } = event;
  switch (event.kind) {
    case 'resized': {
      const width = Math.round(Math.min(widest, Math.max(narrowest, event.width)));
      return { pinned, widths: { ...event.drawn, ...widths, [entryId]: width } };
    }
    case 'usualWidth':
      return { pinned, widths: Object.fromEntries(Object.entries(widths).filter(([id]) => id !== entryId)) };
    case 'pinned':
      return pinned.includes(entryId) ? held : { widths, pinned: [...pinned, entryId] };
    case 'unpinned':
      return { widths, pinned: pinned.filter((id) => id !== entryId) };
    default:
      return unreachable(event);
  }
}

const keyOf = (dataset: string): string => `atrium.columns.${dataset}`;

/** What was kept for a dataset; the usual where nothing readable was. */
export function readPreferences(dataset: string, storage: Storage = window.localStorage): ColumnPreferences {
  try {
    const read = preferences.safeParse(JSON.parse(storage.getItem(keyOf(dataset)) ?? 'null'));
    return read.success ? read.data : usual;
  } catch {
    return usual;
  }
}

/** Keeps the preferences for the next visit; a browser that refuses forgets them with the page. */
export function keepPreferences(
  dataset: string,
  held: ColumnPreferences,
  storage: Storage = window.localStorage,
): void {
  try {
    storage.setItem(keyOf(dataset), JSON.stringify(held));
  } catch {
    // Private windows may have no storage.
  }
}
