import { type ConceptSummary, conceptSummaryWire } from '@atrium/contract/wire/concept';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { currentUserQuery } from '../../../api/session.ts';
import { type Marks, noMarks, toggleFavourite, withRecent } from './marks.ts';

/** The account and the dataset of marks. */
export interface MarksOwner {
  readonly account: number | string;
  readonly dataset: string;
}

const stored = z.object({ favourites: z.array(conceptSummaryWire), recent: z.array(conceptSummaryWire) });

export const marksKey = ({ account, dataset }: MarksOwner): string => `atrium-concepts ${account} ${dataset}`;

/** The stored marks; none if they are missing or invalid. */
export function parseMarks(text: string | null): Marks {
  if (text === null) return noMarks;
  try {
    const parsed = stored.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : noMarks;
  } catch {
    return noMarks;
  }
}

const listeners = new Set<() => void>();

/** Calls back after changes in this and other tabs. */
export function subscribeToMarks(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Stores marks in this browser. Without storage nothing is kept. */
export function writeMarks(owner: MarksOwner, marks: Marks): void {
  try {
    const { favourites, recent } = marks;
    const text = JSON.stringify(z.encode(stored, { favourites: [...favourites], recent: [...recent] }));
    window.localStorage.setItem(marksKey(owner), text);
  } catch {
    return;
  }
  for (const listener of listeners) listener();
}

export interface OwnMarks {
  readonly marks: Marks;
  readonly onOpened: (concept: ConceptSummary) => void;
  /** Undefined while nobody is signed in. */
  readonly onToggle: ((concept: ConceptSummary) => void) | undefined;
}

/** The marks of the person who is signed in, in this dataset. */
export function useMarks(dataset: string): OwnMarks {
  const { data: session } = useQuery({ ...currentUserQuery, enabled: false });
  const account = session?.user?.id;
  const key = account === undefined ? null : marksKey({ account, dataset });
  const text = useSyncExternalStore(subscribeToMarks, () =>
    key === null ? null : window.localStorage.getItem(key),
  );
  const marks = useMemo(() => parseMarks(text), [text]);
  const change = (next: (marks: Marks) => Marks) => {
    if (account !== undefined && key !== null) {
      writeMarks({ account, dataset }, next(parseMarks(window.localStorage.getItem(key))));
    }
  };
  return {
    marks,
    onOpened: (concept) => change((before) => withRecent(before, concept)),
    onToggle:
      account === undefined ? undefined : (concept) => change((before) => toggleFavourite(before, concept)),
  };
}
