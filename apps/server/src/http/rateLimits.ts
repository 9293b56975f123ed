import { type CostClass, type RateClass, rateClasses } from '@atrium/contract/endpoints/declaration';
import { fairSemaphores } from '@atrium/warehouse';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { networkOf } from './networkOf.ts';
import { TooManyRequests } from './tooManyRequests.ts';
import { isApi } from './transportRules.ts';

/** Requests a minute for one account, by rate class; those of a whole minute may come at once. */
export interface RateLimits extends Readonly<Record<RateClass, number>> {
  /** Files that are made for one account at a time. */
  readonly concurrentExports: number;
  /** Files that the portal makes at a time; more than one account may have, so that no account has all. */
  readonly exportSlots: number;
  /** Seconds for which a file waits to be made before it is refused. */
  readonly exportWait: number;
  /** Files that one account is sent at a time, however slowly it reads them. */
  readonly exportReaders: number;
}

/** Many times the requests of a page that is used as fast as possible. */
export const defaultRateLimits: RateLimits = {
  cheap: 1500,
  query: 600,
  export: 30,
  file: 6000,
  signIn: 60,
  message: 6,
  concurrentExports: 1,
  exportSlots: 2,
  exportWait: 20,
  exportReaders: 4,
};

/** An address, which many people may share, gets this many times the limit of an account. A sign-in has no account yet. */
const sharers: Readonly<Record<RateClass, number>> = {
  cheap: 5,
  query: 5,
  export: 5,
  file: 5,
  signIn: 1,
  message: 2,
};

/** Work that waits for a permit. */
export type WaitingCost = Extract<CostClass, 'light' | 'heavy'>;

/** Refuses with TooManyRequests. */
export interface RateLimiter {
  takeFromAddress(address: string, rateClass: RateClass): void;
  takeFromAccount(account: string, rateClass: RateClass): void;
  /** Counts a file that is made; returns the function to call at its end. */
  beginExport(account: string): () => void;
  /** Counts a file that is sent; returns the function to call at its end. */
  beginReading(account: string): () => void;
  /**
   * Waits until little enough work of the caller is under way; returns the function to call at the end. Light and heavy
   * work wait apart, so that a page turns while a long question runs (rules 8.17 and 8.31).
   */
  beginWork(cost: WaitingCost, caller: string, signal: AbortSignal): Promise<() => void>;
  /** Waits until the portal can make another file; returns the function to call at its end. */
  takeSlot(signal: AbortSignal): Promise<() => void>;
}

interface LimiterParts {
  /** Pieces of heavy work of one account at a time; default: two. */
  readonly heavyWorkOfOne?: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number;
  /** How many portals share the requests; each lets its part of them through. Default: one. */
  readonly portals?: () => number;
}

/** Makes the limiter of one process; null limits nothing (rule 8.11). */
export function createRateLimiter(
  limits: RateLimits | null,
  {
    heavyWorkOfOne = fairSemaphores.share.each,
    now = () => performance.now(),
    portals = () => 1,
  }: LimiterParts = {},
): RateLimiter {
  if (limits === null) {
    return {
      takeFromAddress: () => {},
      takeFromAccount: () => {},
      beginExport: () => () => {},
      beginReading: () => () => {},
      beginWork: async () => () => {},
      takeSlot: async () => () => {},
    };
  }
  const bucketsFor = (times: (rateClass: RateClass) => number): ReadonlyMap<RateClass, Buckets> =>
    new Map(
      rateClasses.map((rateClass) => [
        rateClass,
        createBuckets({ perMinute: limits[rateClass] * times(rateClass), now, portals }),
      ]),
    );
  const ofAddress = bucketsFor((rateClass) => sharers[rateClass]);
  const ofAccount = bucketsFor(() => 1);
  // Only the share of each caller is limited here, not the work of all together.
  const ofEach = { ...fairSemaphores.share, atOnce: Infinity };
  const work = {
    light: fairSemaphores.create({ ...ofEach, each: lightAtOnce }),
    heavy: fairSemaphores.create({ ...ofEach, each: heavyWorkOfOne }),
  } as const;
  const slots = fairSemaphores.create({
    atOnce: limits.exportSlots,
    maxWaitMs: limits.exportWait * 1000,
    busy: allSlotsTaken,
  });
  const take = (buckets: ReadonlyMap<RateClass, Buckets>, key: string, rateClass: RateClass): void => {
    const wait = buckets.get(rateClass)?.take(key) ?? 0;
    if (wait > 0) throw new TooManyRequests(wait);
  };
  return {
    takeFromAddress: (address, rateClass) => take(ofAddress, address, rateClass),
    takeFromAccount: (account, rateClass) => take(ofAccount, account, rateClass),
    beginExport: countAtOnce(limits.concurrentExports, 'being made'),
    beginReading: countAtOnce(limits.exportReaders, 'under way'),
    beginWork: async (cost, asker, signal) => (await work[cost].take({ asker, signal })).end,
    takeSlot: async (signal) => (await slots.take({ signal })).end,
  };
}

const allSlotsTaken = (): TooManyRequests =>
  new TooManyRequests(30, 'The portal is making as many files as it can. Please try again in a moment.');

/** Pieces of light work of one caller at a time. */
const lightAtOnce = 2;

const pauseSeconds = 10;

function countAtOnce(most: number, doing: string): (account: string) => () => void {
  const running = new Map<string, number>();
  return (account) => {
    const count = running.get(account) ?? 0;
    if (count >= most) {
      const sentence = `You have ${most} ${most === 1 ? 'download' : 'downloads'} ${doing}. Please wait for one to end.`;
      throw new TooManyRequests(pauseSeconds, sentence);
    }
    running.set(account, count + 1);
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      const left = (running.get(account) ?? 1) - 1;
      if (left === 0) running.delete(account);
      else running.set(account, left);
    };
  };
}

/** Token buckets by key: each refills at a steady rate. */
interface Buckets {
  /** Takes one from the key's bucket; returns the whole seconds to wait where it is empty, else 0. */
  take(key: string): number;
}

interface BucketRules {
  /** What a full bucket holds, and how much it refills in a minute. */
  readonly perMinute: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
  /** By how many the rate is divided; default: 1. */
  readonly portals?: () => number;
}

interface Bucket {
  left: number;
  readAt: number;
}

/** The keys that are unused for longest are forgotten first. */
const maxKeys = 20_000;
const minuteMs = 60_000;

export function createBuckets({ perMinute: whole, now, portals = () => 1 }: BucketRules): Buckets {
  const buckets = new LRUCache<string, Bucket>({ maxSize: maxKeys, sizeCalculation: () => 1 });

  return {
    take: (key) => {
      const at = now();
      // At least one, or nobody could ever call.
      const perMinute = Math.max(1, whole / portals());
      const held = buckets.get(key) ?? { left: perMinute, readAt: at };
      const left = Math.min(perMinute, held.left + ((at - held.readAt) * perMinute) / minuteMs);
      const isEmpty = left < 1;
      buckets.set(key, { left: isEmpty ? left : left - 1, readAt: at });
      return isEmpty ? Math.max(1, Math.ceil(((1 - left) * 60) / perMinute)) : 0;
    },
  };
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly limiter: RateLimiter;
  }
  interface FastifyContextConfig {
    readonly rateClass?: RateClass;
  }
}

/** Counts every call of the API by its address, before the caller is known. */
export function addLimits(server: FastifyInstance, limiter: RateLimiter): void {
  server.decorate('limiter', limiter);
  server.addHook('onRequest', async (request) => {
    if (isApi(request))
      limiter.takeFromAddress(networkOf(request.ip), request.routeOptions.config.rateClass ?? 'cheap');
  });
}
