import { z } from 'zod';
import { type Entry, memoryHere, type SharedMemory, type Table } from '../portals/index.ts';

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

const failures = z.object({ count: z.number(), at: z.number(), waitsUntil: z.number() });
type Failures = z.infer<typeof failures>;

const minute = 60_000;
const day = 24 * 60 * minute;

/** The keys whose last attempt is longest ago are forgotten first. */
const maxKeys = 20_000;

/** A table of failures of this name. */
export const failuresIn = (name: string) => ({ name, form: failures, max: maxKeys, lastsMs: day });

/** Of passwords and codes that an owner must give. */
export type OwnerBackoff = {
  readonly [Name in Exclude<keyof Backoff, 'count'>]: (key: string) => Promise<ReturnType<Backoff[Name]>>;
};

/**
 * For passwords and codes that an owner must give: five attempts, then a wait of a minute, which grows up to a quarter
 * of an hour. All portals of an installation count together.
 */
export function createOwnerBackoff(clock: () => Date, name: string, shared: SharedMemory): OwnerBackoff {
  const rules = { clock, free: 5, firstWaitMs: minute, maxWaitMs: 15 * minute, forgetAfterMs: day };
  const use = shared.over((memory) => createBackoff(rules, memory(failuresIn(name))));
  const entries = (key: string): readonly Entry[] => [[name, key]];
  return {
    take: (key) => use(entries(key), (backoff) => backoff.take(key)),
    waitOf: (key) => use(entries(key), (backoff) => backoff.waitOf(key)),
    giveBack: (key) => use(entries(key), (backoff) => backoff.giveBack(key)),
    forget: (key) => use(entries(key), (backoff) => backoff.forget(key)),
  };
}

/** Attempts are counted before they are checked, so that many at once are not let through. */
export function createBackoff(
  { clock, free, firstWaitMs, maxWaitMs, forgetAfterMs }: BackoffRules,
  table: Table<Failures> = memoryHere(failuresIn('')),
): Backoff {
  const held = (key: string, now: number): Failures | undefined => {
    const found = table.get(key);
    return found !== undefined && found.at + forgetAfterMs > now ? found : undefined;
  };
  const keep = (key: string, count: number, now: number): void => {
    const isFree = count < free;
    const wait = Math.min(firstWaitMs * 2 ** (count - free), maxWaitMs);
    table.set(key, { count, at: now, waitsUntil: isFree ? 0 : now + wait });
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
      const found = table.get(key);
      if (found !== undefined) table.set(key, { ...found, count: found.count - 1, waitsUntil: 0 });
    },
    forget: (key) => {
      table.delete(key);
    },
  };
}
