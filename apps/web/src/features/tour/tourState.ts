import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { currentUserQuery } from '../../api/session.ts';

const keyOf = (account: number | string): string => `atrium-tour ${account}`;
const over = 'over';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** What is kept; without storage the tour is never shown, since it could not be ended for good. */
function load(account: number | string | undefined): string {
  if (account === undefined) return over;
  try {
    return window.localStorage.getItem(keyOf(account)) ?? '0';
  } catch {
    return over;
  }
}

interface OwnTour {
  /** The step that is shown, from 0; null where the person has left the tour, or nobody is signed in. */
  readonly step: number | null;
  readonly onStep: (step: number) => void;
  /** Ends the tour for good. */
  readonly onLeave: () => void;
}

/** The tour of the person who is signed in: each account of this browser has its own (rule 11.43). */
export function useTour(): OwnTour {
  const { data: session } = useQuery({ ...currentUserQuery, enabled: false });
  const account = session?.user?.id;
  const kept = useSyncExternalStore(subscribe, () => load(account));
  const keep = (text: string) => {
    if (account !== undefined) window.localStorage.setItem(keyOf(account), text);
    for (const listener of listeners) listener();
  };
  return {
    step: /^\d$/.test(kept) ? Number(kept) : null,
    onStep: (step) => keep(String(step)),
    onLeave: () => keep(over),
  };
}
