import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { z } from 'zod';
import {
  type DraftPlace,
  draftKey,
  isDraftKept,
  loadDraft,
  subscribeToDrafts,
  writeDraft,
} from './drafts.ts';
import { currentUserQuery } from './session.ts';

export interface Drafted<Value> {
  /** What is stored must fit; else there is no draft. */
  readonly schema: z.ZodType<Value>;
  /** What the form is about; no other form says the same. */
  readonly about: readonly (string | number)[];
  /** What the form shows where nothing was typed. */
  readonly start: Value;
  /** The version of what the draft changes. */
  readonly base?: string | number;
  readonly place?: DraftPlace;
}

/** What a person has typed and not saved. It is the state of its form, and the same in every tab (rule 16.10). */
export interface Draft<Value> {
  readonly value: Value;
  readonly isChanged: boolean;
  /** It was there when the form opened. */
  readonly isRestored: boolean;
  /** Somebody has saved another version since the person began. */
  readonly isOutdated: boolean;
  /** A reload keeps it. */
  readonly isKept: boolean;
  /** The version that it changes. */
  readonly base: string;
  readonly change: (part: Partial<Value>) => void;
  /** Goes on from the version that is stored now. */
  readonly rebase: () => void;
  readonly clear: () => void;
  /** Ends it, because `sent` was saved; what was typed meanwhile stays. */
  readonly saved: (sent: Value) => void;
  /** Whether there is one now, also after the last rendering. */
  readonly isHeld: () => boolean;
}

function useAccount(): number | undefined {
  const { data: session } = useQuery({ ...currentUserQuery, enabled: false });
  return session?.user?.id;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The draft of a form. One that says what the form began with is none. */
export function useDraft<Value extends object>(given: Drafted<Value>): Draft<Value> {
  const { schema, about, start, base = '' } = given;
  const account = useAccount();
  const place = account === undefined ? 'tab' : (given.place ?? 'browser');
  const [nobody] = useState(() => `page-${Math.random()}`);
  const key = draftKey(account ?? nobody, about);
  const text = useSyncExternalStore(subscribeToDrafts, () => loadDraft(place, key));
  const found = useMemo(() => parseDraft(schema, text), [schema, text]);
  const [wasThere] = useState(found !== null);
  const write = (value: Value, from: string): void =>
    writeDraft(
      place,
      key,
      isSame(value, start) ? null : JSON.stringify({ at: Date.now(), base: from, value }),
    );
  return {
    value: found?.value ?? start,
    isChanged: found !== null,
    isRestored: wasThere && found !== null,
    isOutdated: found !== null && found.base !== String(base),
    isKept: isDraftKept(key),
    base: found?.base ?? String(base),
    change: (part) => {
      const held = parseDraft(schema, loadDraft(place, key));
      write({ ...(held?.value ?? start), ...part }, held?.base ?? String(base));
    },
    rebase: () => found !== null && write(found.value, String(base)),
    clear: () => writeDraft(place, key, null),
    saved: (sent) => {
      const held = parseDraft(schema, loadDraft(place, key));
      if (held === null || isSame(held.value, sent)) writeDraft(place, key, null);
    },
    isHeld: () => loadDraft(place, key) !== null,
  };
}

function parseDraft<Value>(schema: z.ZodType<Value>, text: string | null) {
  if (text === null) return null;
  try {
    return z.object({ at: z.number(), base: z.string(), value: schema }).parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** A draft of staged edits, whose state is a reducer's. It is kept in the tab, because it holds values of data. */
export interface KeptDraft<Value> {
  /** Null where nothing is kept, or what is kept does not fit the schema. */
  readonly read: () => Value | null;
  readonly write: (value: Value) => void;
  readonly clear: () => void;
}

/** A draft of the account that is signed in. Nothing is kept while nobody is, or while `about` lacks a part. */
export function useKeptDraft<Value>(
  schema: z.ZodType<Value>,
  about: readonly (string | undefined)[],
): KeptDraft<Value> {
  const account = useAccount();
  const parts = about.filter((part) => part !== undefined);
  const key = account === undefined || parts.length < about.length ? undefined : draftKey(account, parts);
  return useMemo(() => keptDraft(schema, key), [schema, key]);
}

/** The draft under a key; without one nothing is kept. */
export function keptDraft<Value>(schema: z.ZodType<Value>, key: string | undefined): KeptDraft<Value> {
  if (key === undefined) return { read: () => null, write: () => {}, clear: () => {} };
  return {
    read: () => {
      try {
        return schema.parse(JSON.parse(loadDraft('tab', key) ?? 'null'));
      } catch {
        return null;
      }
    },
    write: (value) => writeDraft('tab', key, JSON.stringify(value)),
    clear: () => writeDraft('tab', key, null),
  };
}
