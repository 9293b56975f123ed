import { createSemaphore, warehouseClosed } from './semaphore.ts';

/** Long results that are passed on while they are made; a slow reader keeps its permit until it has taken all. */
export interface Streams {
  /**
   * What `open` gives, as soon as there is a permit. Rejects with the signal's reason, also where the items ended after
   * the signal was aborted; and when the streams are closed.
   */
  run<Item>(open: (stop: AbortSignal) => AsyncGenerator<Item>, signal?: AbortSignal): AsyncGenerator<Item>;
  /** Refuses new readers, ends what runs, and waits until it has ended, whether it is read or not. */
  close(): Promise<void>;
}

/** Lets so many streams run at once. */
export function createStreams(atOnce: number): Streams {
  const semaphore = createSemaphore({ atOnce });
  const running = new Set<AsyncGenerator<unknown>>();
  const closing = new AbortController();
  return {
    run: async function* (open, signal) {
      const permit = await semaphore.take({ signal });
      const stop = AbortSignal.any([closing.signal, ...(signal === undefined ? [] : [signal])]);
      const items = open(stop);
      running.add(items);
      try {
        for await (const item of items) {
          stop.throwIfAborted();
          yield item;
        }
        stop.throwIfAborted();
      } finally {
        running.delete(items);
        permit.end();
      }
    },
    close: async () => {
      semaphore.close();
      closing.abort(warehouseClosed());
      await Promise.allSettled([...running].map((items) => items.return(undefined)));
    },
  };
}
