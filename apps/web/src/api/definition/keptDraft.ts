import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { z } from 'zod';
import { currentUserQuery } from '../session.ts';

/** Something that a person has not applied yet, in the storage of the tab. */
export interface KeptDraft<Value> {
  /** Null where nothing is kept, or what is kept does not fit the schema. */
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

/** A draft of the account that is signed in. Nothing is kept while nobody is, or while `about` lacks a part. */
export function useKeptDraft<Value>(
  schema: z.ZodType<Value>,
  name: string,
  about: readonly (string | undefined)[],
): KeptDraft<Value> {
  const { data: session } = useQuery({ ...currentUserQuery, enabled: false });
  const parts = [name, session?.user?.id, ...about];
  const key = parts.includes(undefined) ? undefined : parts.join(' ');
  return useMemo(() => keptDraft(schema, key), [schema, key]);
}
