import { unreachable } from '@atrium/contract/errors/unreachable';
import { useCallback, useState } from 'react';
import { z } from 'zod';

const preferences = z.object({
  /** Width in pixels of the columns that were resized, by entry id. */
  widths: z.record(z.string(), z.number().positive()),
  /** Entry ids of the pinned columns, which stay in view beside the first one, in the order of pinning. */
  pinned: z.array(z.string()),
});

/** A person's widths and pins for the columns of one dataset. They stay in the browser. */
export type ColumnPreferences = z.output<typeof preferences>;

export const usual: ColumnPreferences = { widths: {}, pinned: [] };
export const narrowest = 80;
export const widest = 900;

export type ColumnPreferenceEvent =
  | {
      readonly kind: 'resized';
      readonly entryId: string;
      readonly width: number;
      /** Widths of all columns as they are on the screen. They become fixed, so that only the resized column changes. */
      readonly drawn?: Readonly<Record<string, number>>;
    }
  | { readonly kind: 'pinned' | 'unpinned' | 'defaultWidth'; readonly entryId: string };

/** The preferences after a change to a column. */
export function reducePreferences(
  before: ColumnPreferences,
  event: ColumnPreferenceEvent,
): ColumnPreferences {
  const { widths, pinned } = before;
  const { entryId } = event;
  switch (event.kind) {
    case 'resized': {
      const width = Math.round(Math.min(widest, Math.max(narrowest, event.width)));
      return { pinned, widths: { ...event.drawn, ...widths, [entryId]: width } };
    }
    case 'defaultWidth':
      return { pinned, widths: Object.fromEntries(Object.entries(widths).filter(([id]) => id !== entryId)) };
    case 'pinned':
      return pinned.includes(entryId) ? before : { widths, pinned: [...pinned, entryId] };
    case 'unpinned':
      return { widths, pinned: pinned.filter((id) => id !== entryId) };
    default:
      return unreachable(event);
  }
}

const keyOf = (dataset: string): string => `atrium.columns.${dataset}`;

/** The stored preferences of a dataset; the usual ones where none are stored, or they are invalid. */
export function loadPreferences(dataset: string, storage: Storage = window.localStorage): ColumnPreferences {
  try {
    const parsed = preferences.safeParse(JSON.parse(storage.getItem(keyOf(dataset)) ?? 'null'));
    return parsed.success ? parsed.data : usual;
  } catch {
    return usual;
  }
}

/** Stores the preferences in the browser. */
export function keepPreferences(
  dataset: string,
  changed: ColumnPreferences,
  storage: Storage = window.localStorage,
): void {
  try {
    storage.setItem(keyOf(dataset), JSON.stringify(changed));
  } catch {
    // Without storage, as in a private window, the preferences last as long as the page.
  }
}

export interface OwnPreferences {
  readonly preferences: ColumnPreferences;
  readonly change: (event: ColumnPreferenceEvent) => void;
}

/** The person's preferences for the columns of a dataset. */
export function useColumnPreferences(dataset: string): OwnPreferences {
  const [preferences, setPreferences] = useState(() => loadPreferences(dataset));
  const change = useCallback(
    (event: ColumnPreferenceEvent) => {
      // Starts from the stored preferences, so that two tabs do not undo each other's changes.
      const next = reducePreferences(loadPreferences(dataset), event);
      keepPreferences(dataset, next);
      setPreferences(next);
    },
    [dataset],
  );
  return { preferences, change };
}
