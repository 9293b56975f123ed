import { createMemory } from '@atrium/warehouse';
import { z } from 'zod';
import type { SharedMemory } from '../../portals/index.ts';

/** Addresses of other servers that were handed out a short time ago, so that a file read in ranges counts once. */
export interface Addresses {
  find(key: string): string | undefined;
  /** Whether another portal handed one out, and until when it counts; null: none did. */
  countedUntil(key: string): Promise<number | null>;
  /** `until` is that of `countedUntil`; absent: it was counted now. */
  keep(key: string, given: { readonly url: string; readonly until?: number }): Promise<void>;
}

/** An address opens its file for `presignedSeconds` of the storage; it is given again while a minute of them is left. */
const keptMs = 240_000;
const form = z.object({ until: z.number() });

/** Each portal keeps the addresses that it made itself; what all portals know is that they were counted. */
export function createAddresses(clock: () => Date, memory: SharedMemory): Addresses {
  const given = createMemory<{ readonly url: string; readonly until: number }>({
    name: 'addresses',
    max: 5000,
  });
  const name = 'addresses';
  const useCounted = memory.over((of) => of({ name, form, max: 5000, lastsMs: keptMs }));
  const isNow = (until: number): boolean => {
    const left = until - clock().getTime();
    return left > 0 && left <= keptMs;
  };
  return {
    find: (key) => {
      const held = given.get(key);
      return held !== undefined && isNow(held.until) ? held.url : undefined;
    },
    countedUntil: async (key) => {
      const until = await useCounted([[name, key]], (counted) => counted.get(key)?.until);
      return until !== undefined && isNow(until) ? until : null;
    },
    keep: async (key, { url, until }) => {
      const end = until ?? clock().getTime() + keptMs;
      given.keep(key, { url, until: end });
      if (until === undefined) await useCounted([[name, key]], (counted) => counted.set(key, { until: end }));
    },
  };
}
