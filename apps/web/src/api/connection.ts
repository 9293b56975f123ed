import { portalAddress } from './installation.ts';

/** Whether the portal can be reached, as far as calls have found out. */
export interface Connection {
  readonly isOffline: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
  /** Resolves when the portal answers again: at once where it does now. Rejects like a call when the signal aborts. */
  readonly untilBack: (signal?: AbortSignal) => Promise<void>;
  /** Makes the next attempt now, without waiting for the end of the pause. */
  readonly tryNow: () => void;
}

/** Pauses between two attempts, in milliseconds; the last one goes on. */
const pauses = [1000, 2000, 4000, 8000, 15_000, 30_000] as const;

/**
 * Finds out when the portal is back after a call was lost. Calls that are lost together wait for the same attempts.
 * `probe` tells whether the portal answers anything at all.
 */
export function createConnection(probe: () => Promise<boolean>): Connection {
  const listeners = new Set<() => void>();
  let offline = false;
  let search: Promise<void> | undefined;
  let wake = (): void => undefined;

  const become = (now: boolean): void => {
    if (offline === now) return;
    offline = now;
    for (const listener of listeners) listener();
  };
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const find = async (): Promise<void> => {
    for (let attempt = 0; !(await probe()); attempt += 1) {
      become(true);
      await pause(pauses[Math.min(attempt, pauses.length - 1)] ?? 0);
    }
    search = undefined;
    become(false);
  };

  return {
    isOffline: () => offline,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    untilBack: (signal) => {
      search ??= find();
      return signal === undefined ? search : orAborted(search, signal);
    },
    tryNow: () => wake(),
  };
}

async function orAborted(waiting: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    await Promise.race([waiting, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

const maxProbe = 5000;

/** Any answer will do: also one of a portal that is not ready, which says so itself to the call. */
const answers = (): Promise<boolean> =>
  fetch(portalAddress('/healthz'), {
    mode: 'no-cors',
    cache: 'no-store',
    signal: AbortSignal.timeout(maxProbe),
  }).then(
    () => true,
    () => false,
  );

/** The connection of this page. */
export const connection = createConnection(answers);
window.addEventListener('online', connection.tryNow);
