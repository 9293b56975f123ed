import { LRUCache } from 'lru-cache';

/** Counts failures by key and makes a caller wait longer with each one after the first few. */
export interface Backoff {
  /** Counts an attempt as failed; returns the whole seconds to wait where it may not be made now, else 0. */
  take(key: string): number;
  /** Counts an attempt as failed, also while the key should wait. */
  count(key: string): void;
  /** The whole seconds until the next attempt may be made. */
  waitOf(key: string): number;
  /** Uncounts one attempt, which succeeded. */
  giveBack(key: string): void;
  /** Forgets all failures of a key. */
  forget(key: string): void;
}

export interface BackoffRules {
  readonly clock: () => Date;
  /** Failures before the first wait. */
  readonly free: number;
  readonly firstWaitMs: number;
  /** Waits double until this. */
  readonly maxWaitMs: number;
  /** Failures are forgotten after this time without an attempt. */
  readonly forgetAfterMs: number;
}

interface Failures {
  count: number;
  readonly at: number;
  waitsUntil: number;
}

const minute = 60_000;

/**
 * For passwords and codes that an owner must give: five attempts, then a wait of a minute, which grows up to a quarter
 * of an hour.
 */
export const createOwnerBackoff = (clock: () => Date): Backoff =>
  createBackoff({
    clock,
    free: 5,
    firstWaitMs: minute,
    maxWaitMs: 15 * minute,
    forgetAfterMs: 24 * 60 * minute,
  });

/** The keys whose last attempt is longest ago are forgotten first. */
const maxKeys = 20_000;

/** Attempts are counted before they are checked, so that many at once are not let through. In memory, per process. */
export function createBackoff(rules: BackoffRules): Backoff {
  const { clock, free, firstWaitMs, maxWaitMs, forgetAfterMs } = rules;
  // Counted by size, the table grows as it is filled; with `max` it is made whole at the start.
  const failures = new LRUCache<string, Failures>({ maxSize: maxKeys, sizeCalculation: () => 1 });

  const held = (key: string, now: number): Failures | undefined => {
    const found = failures.peek(key);
    return found !== undefined && found.at + forgetAfterMs > now ? found : undefined;
  };
  const keep = (key: string, count: number, now: number): void => {
    const isFree = count < free;
    const wait = Math.min(firstWaitMs * 2 ** (count - free), maxWaitMs);
    failures.set(key, { count, at: now, waitsUntil: isFree ? 0 : now + wait });
  };
  const waitOf = (key: string): number => {
    const now = clock().getTime();
    return Math.max(0, Math.ceil(((held(key, now)?.waitsUntil ?? 0) - now) / 1000));
  };
  const count = (key: string): void => {
    const now = clock().getTime();
    keep(key, (held(key, now)?.count ?? 0) + 1, now);
  };
  return {
    waitOf,
    count,
    take: (key) => {
      const wait = waitOf(key);
      if (wait === 0) count(key);
      return wait;
    },
    giveBack: (key) => {
      const found = failures.peek(key);
      if (found === undefined) return;
      found.count -= 1;
      found.waitsUntil = 0;
    },
    forget: (key) => {
      failures.delete(key);
    },
  };
}
