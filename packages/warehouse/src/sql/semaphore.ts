/** Leave to go on; releasing it a second time has no effect. */
export interface Permit {
  release(): void;
}

/** Lets a fixed number of callers in at a time, in the order in which they came. */
export interface Semaphore {
  /** Waits for a permit; rejects with the signal's reason, or when the semaphore is closed. */
  acquire(signal?: AbortSignal): Promise<Permit>;
  /** Rejects those who wait and those who come later. */
  close(): void;
  /** Resolves when all permits are released. */
  idle(): Promise<void>;
}

export const warehouseClosed = (): Error => new Error('The warehouse is closed.');

interface Waiting {
  readonly enter: () => void;
  readonly leave: (reason: unknown) => void;
}

/** A semaphore with so many permits. */
export function createSemaphore(count: number): Semaphore {
  const line = new Set<Waiting>();
  let free = count;
  let isClosed = false;
  let onIdle: () => void = () => {};
  const release = (): void => {
    const [next] = line;
    if (next !== undefined) {
      next.enter();
      return;
    }
    free += 1;
    if (free === count) onIdle();
  };
  return {
    acquire: async (signal) => {
      signal?.throwIfAborted();
      if (isClosed) throw warehouseClosed();
      if (free === 0) await waitIn(line, signal);
      else free -= 1;
      return permitOf(release);
    },
    close: () => {
      isClosed = true;
      for (const { leave } of [...line]) leave(warehouseClosed());
    },
    idle: () => (free === count ? Promise.resolve() : new Promise((resolve) => (onIdle = resolve))),
  };
}

function permitOf(release: () => void): Permit {
  let isReleased = false;
  return {
    release: () => {
      if (!isReleased) release();
      isReleased = true;
    },
  };
}

/** Waits at the end of the line until `enter` is called; rejects when `leave` is called or the signal is aborted. */
const waitIn = (line: Set<Waiting>, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stepOut = (): void => {
      line.delete(waiting);
      signal?.removeEventListener('abort', abort);
    };
    const waiting: Waiting = {
      enter: () => {
        stepOut();
        resolve();
      },
      leave: (reason) => {
        stepOut();
        reject(reason);
      },
    };
    const abort = (): void => waiting.leave(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    line.add(waiting);
  });
