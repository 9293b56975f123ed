import { useCallback, useState } from 'react';
import {
  type ColumnPreferenceEvent,
  type ColumnPreferences,
  keepPreferences,
  readPreferences,
  reducePreferences,
} from './columnPreferences.ts';

export interface ColumnLook {
  readonly preferences: ColumnPreferences;
  readonly change: (event: ColumnPreferenceEvent) => void;
}

/** Widths and pins of the columns of a dataset, kept in this browser. */
export function useColumnPreferences(dataset: string): ColumnLook {
  const [preferences, setPreferences] = useState(() => readPreferences(dataset));
  const change = useCallback(
    (event: ColumnPreferenceEvent) => {
      // From what is stored, so that two tabs do not undo each other's changes.
      const next = reducePreferences(readPreferences(dataset), event);
      keepPreferences(dataset, next);
      setPreferences(next);
    },
    [dataset],
  );
  return { preferences, change };
}
