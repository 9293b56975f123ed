import { z } from 'zod';
import { aloneHere, type Portals, takeInTurn } from '../portals/index.ts';

const progressForm = z.object({
  step: z.string(),
  detail: z.string().nullable(),
  /** How far the step is, where that is known. */
  percent: z.number().optional(),
});

/** The step that is being done, and how far it is. */
export interface Progress {
  readonly step: string;
  readonly detail: string | null;
  readonly percent?: number | undefined;
}

type Listener = (progress: Progress) => void;

/** The number in the log of an import that waits in the queue. */
export interface QueuedImport {
  readonly signal: AbortSignal;
  readonly onProgress: Listener;
  end(): void;
}

/**
 * Imports run one after another, also those of other portals; each can be watched and cancelled by its number in the log,
 * whichever portal does it (rule 15.45).
 */
export interface ImportQueue {
  /** Runs when all earlier ones have ended. */
  inTurn<Result>(act: () => Promise<Result>): Promise<Result>;
  /** Begins to keep the progress of an import; its signal is the given one, or aborts when somebody cancels. */
  begin(id: number, given?: AbortSignal): QueuedImport;
  /** The progress of an import that waits or runs; null where there is none. */
  progressOf(id: number): Progress | null;
  /** Calls the listener with each step until the import has ended; returns a function that stops this. */
  watch(id: number, listener: Listener, onEnd: () => void): () => void;
  /** An import that the log has as open is done by another portal: from now on its progress is known here, too. */
  expect(id: number): void;
  /** An import of another portal is no longer open in the log. */
  forget(id: number): void;
  /** Imports of this portal that run or wait. */
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

/** What portals tell each other about an import; a message may be lost, so the log decides whether it is open. */
const messageForm = z.union([
  z.object({ id: z.int(), progress: progressForm }),
  z.object({ id: z.int(), end: z.enum(['ended', 'cancel']) }),
]);

const sendPauseMs = 300;
const maxDetail = 500;

export function createImportQueue(portals: Portals = aloneHere()): ImportQueue {
  const kept = new Map<number, Kept>();
  const elsewhere = createElsewhere();
  portals.listen('import', (content) => {
    const message = messageForm.safeParse(content).data;
    if (message === undefined) return;
    if ('progress' in message) elsewhere.progress(message.id, message.progress);
    else if (message.end === 'ended') elsewhere.end(message.id);
    else kept.get(message.id)?.abort.abort(cancelled);
  });
  const send = createSender(portals);
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
      const turn = last.then(() => inTurnOfAll(portals, { act, signal: ending.signal }));
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
          send.progress(id, progress);
          for (const listener of one.watchers.keys()) listener(progress);
        },
        end: () => {
          one.depth -= 1;
          if (one.depth > 0) return;
          kept.delete(id);
          elsewhere.end(id);
          send.end(id);
          for (const onEnd of one.watchers.values()) onEnd();
        },
      };
    },
    progressOf: (id) => (kept.get(id) ?? elsewhere.find(id))?.progress ?? null,
    expect: (id) => {
      if (portals.id !== null && !kept.has(id)) elsewhere.expect(id);
    },
    forget: elsewhere.end,
    watch: (id, listener, onEnd) => {
      const one = kept.get(id) ?? elsewhere.find(id);
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
      if (one !== undefined) return true;
      if (elsewhere.find(id) === undefined) return false;
      portals.send('import', { id, end: 'cancel' });
      return true;
    },
    close: async () => {
      ending.abort('The portal is stopping.');
      await last;
    },
  };
}

interface Turn<Result> {
  readonly act: () => Promise<Result>;
  readonly signal: AbortSignal;
}

/** Waits until no other portal imports. */
async function inTurnOfAll<Result>(portals: Portals, { act, signal }: Turn<Result>): Promise<Result> {
  // What waits while the portal stops is cancelled by its own signal.
  const free = await takeInTurn(portals, 'imports', signal).catch(() => null);
  return free === null ? act() : act().finally(free);
}

/** Tells other portals about the imports of this one; of many steps in a moment only the first. */
function createSender(portals: Portals) {
  let sent = { step: '', at: 0 };
  return {
    progress: (id: number, { step, detail, percent }: Progress): void => {
      const now = performance.now();
      if (portals.id === null || (sent.step === step && now - sent.at < sendPauseMs)) return;
      sent = { step, at: now };
      const progress = { step, detail: detail?.slice(0, maxDetail) ?? null, percent };
      portals.send('import', { id, progress });
    },
    end: (id: number): void => portals.send('import', { id, end: 'ended' }),
  };
}

/** Imports of other portals, as far as this one was told of them. */
function createElsewhere() {
  const kept = new Map<number, Pick<Kept, 'watchers'> & { progress: Progress }>();
  const expect = (id: number) => {
    const one = kept.get(id) ?? { watchers: new Map<Listener, () => void>(), progress: waiting };
    kept.set(id, one);
    return one;
  };
  return {
    find: (id: number) => kept.get(id),
    expect: (id: number): void => void expect(id),
    progress: (id: number, progress: Progress): void => {
      const one = expect(id);
      one.progress = progress;
      for (const listener of one.watchers.keys()) listener(progress);
    },
    end: (id: number): void => {
      const one = kept.get(id);
      kept.delete(id);
      for (const onEnd of one?.watchers.values() ?? []) onEnd();
    },
  };
}
