import { PortalError } from '@atrium/contract/errors/errorCode';

/** Leave to go on, of which a semaphore gives only so many at a time; ending it a second time has no effect. */
export interface Permit {
  end(): void;
}

export interface SemaphoreRules {
  /** Permits in use at a time. */
  readonly atOnce: number;
  /** Of these, permits of one asker. Default: all. */
  readonly each?: number;
  /** Callers of one asker who may wait; who comes later is refused. Default: any number. */
  readonly maxWaiting?: number;
  /** Milliseconds after which a caller who waits is refused. Default: never. */
  readonly maxWaitMs?: number;
  /** The refusal of who may not wait, or waited too long. Default: PortalError `too_many_requests`. */
  readonly busy?: () => Error;
}

/** Lets a fixed number of callers go on at a time. */
export interface Semaphore {
  /**
   * Waits for a permit. The asker with fewest permits is next; among these, the one who got its last permit
   * longest ago; and of one asker, who came first. Callers without an asker count as one. Rejects with the signal's reason, as too busy, or when closed.
   */
  take(caller?: {
    readonly asker?: string | undefined;
    readonly signal?: AbortSignal | undefined;
    /** Whether the caller waits for as long as it takes, behind however many; default: no. */
    readonly isPatient?: boolean;
  }): Promise<Permit>;
  /** Rejects those who wait and those who come later. */
  close(): void;
  /** Permits in use, and callers who wait. */
  load(): { readonly running: number; readonly waiting: number };
  /** Resolves when all permits have ended. */
  idle(): Promise<void>;
}

export const warehouseClosed = (): Error => new Error('The warehouse is closed.');

const askerIsBusy = (): PortalError =>
  new PortalError(
    'too_many_requests',
    'Your earlier questions are still being answered. Please wait for them, then try again.',
  );

/** What one asker may have: questions at once, questions that wait, and how long they wait (rule 8.17). */
const share = { each: 2, maxWaiting: 200, maxWaitMs: 60_000 } as const;

interface Waiting {
  readonly asker: string;
  readonly enter: () => void;
  readonly leave: (reason: unknown) => void;
}

export function createSemaphore({
  atOnce,
  each = atOnce,
  busy = askerIsBusy,
  ...rules
}: SemaphoreRules): Semaphore {
  const { maxWaiting = Infinity, maxWaitMs } = rules;
  /** In the order in which they came. */
  const line = new Set<Waiting>();
  const underWay = new Map<string, number>();
  /** Of askers with permits or waiting callers: the number of the permit that was given last. */
  const lastPermits = new Map<string, number>();
  let begun = 0;
  let free = atOnce;
  let isClosed = false;
  let onIdle: () => void = () => {};

  const permitsOf = (asker: string): number => underWay.get(asker) ?? 0;
  const waits = (asker: string): number => [...line].filter((one) => one.asker === asker).length;
  const begin = (asker: string): void => {
    free -= 1;
    underWay.set(asker, permitsOf(asker) + 1);
    begun += 1;
    lastPermits.set(asker, begun);
  };
  const goesBefore = (one: Waiting, other: Waiting): boolean => {
    const more = permitsOf(one.asker) - permitsOf(other.asker);
    return (
      more < 0 || (more === 0 && (lastPermits.get(one.asker) ?? 0) < (lastPermits.get(other.asker) ?? 0))
    );
  };
  const nextInLine = (): Waiting | undefined => {
    let next: Waiting | undefined;
    for (const one of line) {
      if (permitsOf(one.asker) < each && (next === undefined || goesBefore(one, next))) next = one;
    }
    return next;
  };
  const end = (asker: string): void => {
    free += 1;
    const left = permitsOf(asker) - 1;
    if (left === 0) underWay.delete(asker);
    else underWay.set(asker, left);
    nextInLine()?.enter();
    if (permitsOf(asker) === 0 && waits(asker) === 0) lastPermits.delete(asker);
    if (free === atOnce) onIdle();
  };
  return {
    take: async ({ asker = '', signal, isPatient = false } = {}) => {
      signal?.throwIfAborted();
      if (isClosed) throw warehouseClosed();
      if (free > 0 && permitsOf(asker) < each) begin(asker);
      else if (!isPatient && waits(asker) >= maxWaiting) throw busy();
      else
        await waitIn(line, {
          asker,
          signal,
          maxWaitMs: isPatient ? undefined : maxWaitMs,
          busy,
          begin: () => begin(asker),
        });
      return permitOf(() => end(asker));
    },
    close: () => {
      isClosed = true;
      for (const { leave } of [...line]) leave(warehouseClosed());
    },
    load: () => ({
      running: [...underWay.values()].reduce((sum, count) => sum + count, 0),
      waiting: line.size,
    }),
    idle: () => (free === atOnce ? Promise.resolve() : new Promise((resolve) => (onIdle = resolve))),
  };
}

function permitOf(end: () => void): Permit {
  let hasEnded = false;
  return {
    end: () => {
      if (!hasEnded) end();
      hasEnded = true;
    },
  };
}

interface Caller {
  readonly asker: string;
  readonly signal: AbortSignal | undefined;
  readonly maxWaitMs: number | undefined;
  readonly busy: () => Error;
  /** Called at once when the wait is over, so that nobody else takes the permit. */
  readonly begin: () => void;
}

/** Waits in the line until `enter` is called; rejects when `leave` is called, the signal is aborted or it took too long. */
const waitIn = (line: Set<Waiting>, { asker, signal, maxWaitMs, busy, begin }: Caller): Promise<void> =>
  new Promise((resolve, reject) => {
    const stepOut = (): void => {
      line.delete(waiting);
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    const waiting: Waiting = {
      asker,
      enter: () => {
        stepOut();
        begin();
        resolve();
      },
      leave: (reason) => {
        stepOut();
        reject(reason);
      },
    };
    const abort = (): void => waiting.leave(signal?.reason);
    const timer = maxWaitMs === undefined ? undefined : setTimeout(() => waiting.leave(busy()), maxWaitMs);
    signal?.addEventListener('abort', abort, { once: true });
    line.add(waiting);
  });

/** Semaphores for whatever makes callers wait, and the share of an asker. */
export const fairSemaphores = { create: createSemaphore, share } as const;
