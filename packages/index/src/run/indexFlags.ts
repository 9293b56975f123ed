/** Questions of all indexes together that run at once; more wait for their turn. */
const maxQuestions = 256;

/** Stops questions: threads look at the flag of each between two blocks. */
export interface IndexFlags {
  /** i32 for each question that may run at once; 1 stops it. */
  readonly memory: SharedArrayBuffer;
  /** Does work with a flag of its own, which is set when the signal is aborted. Rejects with the signal's reason. */
  within<Result>(signal: AbortSignal | undefined, work: (flag: number) => Promise<Result>): Promise<Result>;
}

/** Reads the flags of questions. */
export function isStoppedIn(flags: SharedArrayBuffer): (flag: number) => boolean {
  const stops = new Int32Array(flags);
  return (flag) => Atomics.load(stops, flag) === 1;
}

export function createFlags(): IndexFlags {
  const memory = new SharedArrayBuffer(4 * maxQuestions);
  const stops = new Int32Array(memory);
  const free = Array.from({ length: maxQuestions }, (_, index) => index);
  const waiting = new Set<(flag: number) => void>();
  const take = (signal: AbortSignal | undefined): Promise<number> => {
    const flag = free.pop();
    if (flag !== undefined) return Promise.resolve(flag);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.delete(enter);
        reject(signal?.reason);
      };
      const enter = (given: number): void => {
        signal?.removeEventListener('abort', leave);
        resolve(given);
      };
      waiting.add(enter);
      signal?.addEventListener('abort', leave, { once: true });
    });
  };
  const giveBack = (flag: number): void => {
    const [next] = waiting;
    if (next === undefined) free.push(flag);
    else {
      waiting.delete(next);
      next(flag);
    }
  };
  return {
    memory,
    within: async (signal, work) => {
      signal?.throwIfAborted();
      const flag = await take(signal);
      Atomics.store(stops, flag, 0);
      const stop = (): void => void Atomics.store(stops, flag, 1);
      signal?.addEventListener('abort', stop, { once: true });
      try {
        signal?.throwIfAborted();
        return await work(flag);
      } finally {
        signal?.removeEventListener('abort', stop);
        giveBack(flag);
      }
    },
  };
}
