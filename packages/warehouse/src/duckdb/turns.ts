/** Leave to do what only so many may do at once. */
export interface Turn {
  end(): void;
}

export interface Turns {
  /** Waits in line; rejects with the signal's reason. */
  take(signal?: AbortSignal): Promise<Turn>;
  /** Sends away who waits and who comes later. */
  close(): void;
}

export function createTurns(count: number): Turns {
  const line = new Set<{ go: () => void; leave: (reason: unknown) => void }>();
  let free = count;
  let isClosed = false;
  const closedError = (): Error => new Error('The warehouse is closed.');
  const end = (): void => {
    const [next] = line;
    if (next === undefined) free += 1;
    else next.go();
  };
  const once = (): Turn => {
    let isOver = false;
    return {
      end: () => {
        if (!isOver) end();
        isOver = true;
      },
    };
  };
  const wait = (signal: AbortSignal | undefined): Promise<Turn> =>
    new Promise((resolve, reject) => {
      const leave = (reason: unknown): void => {
        line.delete(waiting);
        signal?.removeEventListener('abort', stop);
        reject(reason);
      };
      const go = (): void => {
        line.delete(waiting);
        signal?.removeEventListener('abort', stop);
        resolve(once());
      };
      const stop = (): void => leave(signal?.reason);
      const waiting = { go, leave };
      signal?.addEventListener('abort', stop, { once: true });
      line.add(waiting);
    });
  return {
    take: async (signal) => {
      signal?.throwIfAborted();
      if (isClosed) throw closedError();
      if (free === 0) return await wait(signal);
      free -= 1;
      return once();
    },
    close: () => {
      isClosed = true;
      for (const { leave } of [...line]) leave(closedError());
    },
  };
}
