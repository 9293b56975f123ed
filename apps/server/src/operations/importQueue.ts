/** The step that is being done, and how far it is. */
export interface Progress {
  readonly step: string;
  readonly detail: string | null;
  /** How far the step is, where that is known. */
  readonly percent?: number;
}

type Listener = (progress: Progress) => void;

/** The number in the log of an import that waits in the queue. */
export interface QueuedImport {
  readonly signal: AbortSignal;
  readonly onProgress: Listener;
  end(): void;
}

/** Imports run one after another; each can be watched and cancelled by its number in the log (rule 15.45). */
export interface ImportQueue {
  /** Runs when all earlier ones have ended. */
  inTurn<Result>(act: () => Promise<Result>): Promise<Result>;
  /** Begins to keep the progress of an import; its signal is the given one, or aborts when somebody cancels. */
  begin(id: number, given?: AbortSignal): QueuedImport;
  /** The progress of an import that waits or runs; null where there is none. */
  progressOf(id: number): Progress | null;
  /** Calls the listener with each step until the import has ended; returns a function that stops this. */
  watch(id: number, listener: Listener, onEnd: () => void): () => void;
  /** Imports that run or wait. */
  size(): number;
  /** False where it has ended already. */
  cancel(id: number): boolean;
  /** Aborts all imports that wait or run, and waits for their end. */
  close(): Promise<void>;
}

interface Kept {
  readonly abort: AbortController;
  readonly watchers: Map<Listener, () => void>;
  progress: Progress;
  /** An import that is begun twice, by the queue and by its work, ends with the outer one. */
  depth: number;
  signal: AbortSignal;
}

const waiting: Progress = { step: 'waiting for its turn', detail: null };

export const cancelled = 'The import was cancelled.';

export function createImportQueue(): ImportQueue {
  const kept = new Map<number, Kept>();
  const ending = new AbortController();
  let last: Promise<unknown> = Promise.resolve();

  const keep = (id: number, given: AbortSignal | undefined): Kept => {
    const known = kept.get(id);
    if (known !== undefined) return known;
    const abort = new AbortController();
    const signals = [ending.signal, abort.signal, ...(given === undefined ? [] : [given])];
    const fresh: Kept = {
      abort,
      watchers: new Map(),
      progress: waiting,
      depth: 0,
      signal: AbortSignal.any(signals),
    };
    kept.set(id, fresh);
    return fresh;
  };
  return {
    inTurn: (act) => {
      const turn = last.then(act);
      last = turn.catch(() => {});
      return turn;
    },
    begin: (id, given) => {
      const one = keep(id, given);
      one.depth += 1;
      return {
        signal: one.signal,
        onProgress: (progress) => {
          one.progress = progress;
          for (const listener of one.watchers.keys()) listener(progress);
        },
        end: () => {
          one.depth -= 1;
          if (one.depth > 0) return;
          kept.delete(id);
          for (const onEnd of one.watchers.values()) onEnd();
        },
      };
    },
    progressOf: (id) => kept.get(id)?.progress ?? null,
    watch: (id, listener, onEnd) => {
      const one = kept.get(id);
      if (one === undefined) {
        onEnd();
        return () => {};
      }
      one.watchers.set(listener, onEnd);
      return () => void one.watchers.delete(listener);
    },
    size: () => kept.size,
    cancel: (id) => {
      const one = kept.get(id);
      one?.abort.abort(cancelled);
      return one !== undefined;
    },
    close: async () => {
      ending.abort('The portal is stopping.');
      await last;
    },
  };
}
