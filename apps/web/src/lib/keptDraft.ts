import type { z } from 'zod';

/** A place in the storage of the tab for something that a person has not applied yet. */
export interface KeptDraft<Value> {
  /** Null where nothing is kept, or nothing that can be understood. */
  readonly read: () => Value | null;
  readonly write: (value: Value) => void;
  readonly clear: () => void;
}

/** Keeps a draft of plain data over a reload and a sign-in; without a key nothing is kept. */
export function keptDraft<Value>(
  schema: z.ZodType<Value>,
  key: string | undefined,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = window.sessionStorage,
): KeptDraft<Value> {
  if (key === undefined) return { read: () => null, write: () => {}, clear: () => {} };
  return {
    read() {
      try {
        return schema.parse(JSON.parse(storage.getItem(key) ?? 'null'));
      } catch {
        return null;
      }
    },
    write(value) {
      try {
        storage.setItem(key, JSON.stringify(value));
      } catch {
        // A full or closed storage loses the draft on a reload, and nothing else.
      }
    },
    clear: () => storage.removeItem(key),
  };
}
