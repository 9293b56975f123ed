import { conceptSummaryWire } from '@atrium/contract';
import { z } from 'zod';
import { type Marks, noMarks } from './marks.ts';

/** Whose marks they are, and in which dataset. */
export interface MarksOwner {
  readonly account: number | string;
  readonly dataset: string;
}

const stored = z.object({ favourites: z.array(conceptSummaryWire), recent: z.array(conceptSummaryWire) });

export const marksKey = ({ account, dataset }: MarksOwner): string => `atrium-concepts ${account} ${dataset}`;

/** Marks as they were stored; what cannot be read is none. */
export function parseMarks(text: string | null): Marks {
  if (text === null) return noMarks;
  try {
    const read = stored.safeParse(JSON.parse(text));
    return read.success ? read.data : noMarks;
  } catch {
    return noMarks;
  }
}

const listeners = new Set<() => void>();

/** Hears of changes here and in other tabs. */
export function subscribeToMarks(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Keeps marks in this browser; where it takes nothing they last as long as the page. */
export function writeMarks(owner: MarksOwner, marks: Marks): void {
  try {
    const { favourites, recent } = marks;
    const text = JSON.stringify(z.encode(stored, { favourites: [...favourites], recent: [...recent] }));
    window.localStorage.setItem(marksKey(owner), text);
  } catch {
    return;
  }
  for (const tell of listeners) tell();
}
