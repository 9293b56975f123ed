import { setTimeout as delay } from 'node:timers/promises';
import { type Duties, dutiesAlone } from './duties.ts';

/** The processes that work on one installation, as one of them sees them (decision 98). */
export interface Portals {
  /** Names this process in the rows that it adds; null where it is the only one that may work. */
  readonly id: string | null;
  readonly duties: Duties;
  /** The portals that serve, this one included; at least 1. */
  count(): number;
  /**
   * Takes a lock that one caller has at a time, whichever process it is in; null where somebody else has it. The
   * returned function frees it, as does the end of this process.
   */
  take(lock: string): Promise<(() => Promise<void>) | null>;
  /** Tells all other processes something of at most 7,000 bytes as JSON. It is lost to those without a connection. */
  send(topic: Topic, content: object): void;
  /** Calls a listener with what others send; the returned function ends it. */
  listen(topic: Topic, listener: (content: unknown) => void): () => void;
  /** Others see in `listPortals` what this returns, about a second after it has changed. */
  showIndexes(state: () => readonly HeldIndex[]): void;
  /** Where this process listens for browsers. From now on it may do the work of which one process does each. */
  serve(address: string): Promise<void>;
  close(): Promise<void>;
}

/** What a process knows of the index of a release. */
export interface HeldIndex {
  readonly release: string;
  readonly state: 'ready' | 'loading' | 'building' | 'none' | 'too_large';
  readonly bytes: number | null;
  readonly fault: string | null;
}

export type Topic = 'import' | 'draft' | 'index';

const turnPauseMs = 250;

/** Takes a lock as soon as nobody else has it; rejects with the reason of the signal. */
export async function takeInTurn(
  portals: Pick<Portals, 'take'>,
  lock: string,
  signal: AbortSignal,
): Promise<() => Promise<void>> {
  for (;;) {
    signal.throwIfAborted();
    const free = await portals.take(lock).catch(() => null);
    if (free !== null) return free;
    await delay(turnPauseMs, undefined, { signal }).catch(() => {});
  }
}

/** Locks within this process. */
export function createLocks() {
  const taken = new Set<string>();
  return {
    take: (lock: string): (() => void) | null => {
      if (taken.has(lock)) return null;
      taken.add(lock);
      return () => void taken.delete(lock);
    },
  };
}

/** The only process that may work on its installation. */
export function aloneHere(): Portals {
  const locks = createLocks();
  return {
    id: null,
    duties: dutiesAlone,
    count: () => 1,
    take: async (lock) => {
      const free = locks.take(lock);
      return free === null ? null : async () => free();
    },
    send: () => {},
    listen: () => () => {},
    showIndexes: () => {},
    serve: async () => {},
    close: async () => {},
  };
}
