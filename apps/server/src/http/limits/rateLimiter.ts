import type { Cost } from '@atrium/contract';
import { type Buckets, createBuckets } from './buckets.ts';
import { TooManyRequests } from './tooManyRequests.ts';

/** Requests a minute for one account, by what they cost; a full minute's worth may come at once. */
export interface RateLimits extends Readonly<Record<Cost, number>> {
  /** Files that one account may have under way at a time. */
  readonly concurrentExports: number;
}

/** Many times what the workbench asks for at its liveliest. */
export const defaultRateLimits: RateLimits = {
  cheap: 1500,
  query: 600,
  export: 30,
  signIn: 60,
  concurrentExports: 3,
};

/** Many people may share an address: it gets this many times what an account gets. Sign-ins have no account yet. */
const sharers: Readonly<Record<Cost, number>> = { cheap: 5, query: 5, export: 5, signIn: 1 };

/** Refuses with TooManyRequests. */
export interface RateLimiter {
  takeFromAddress(address: string, cost: Cost): void;
  takeFromAccount(account: string, cost: Cost): void;
  /** Counts a file that begins; returns what to call when it has ended. */
  beginExport(account: string): () => void;
}

const costs: readonly Cost[] = ['cheap', 'query', 'export', 'signIn'];

/** A limiter for one process; null limits nothing (rule 8.11). */
export function createRateLimiter(
  limits: RateLimits | null,
  now: () => number = () => performance.now(),
): RateLimiter {
  if (limits === null) {
    return { takeFromAddress: () => {}, takeFromAccount: () => {}, beginExport: () => () => {} };
  }
  const bucketsFor = (times: (cost: Cost) => number): ReadonlyMap<Cost, Buckets> =>
    new Map(costs.map((cost) => [cost, createBuckets({ perMinute: limits[cost] * times(cost), now })]));
  const ofAddress = bucketsFor((cost) => sharers[cost]);
  const ofAccount = bucketsFor(() => 1);
  const take = (buckets: ReadonlyMap<Cost, Buckets>, key: string, cost: Cost): void => {
    const wait = buckets.get(cost)?.take(key) ?? 0;
    if (wait > 0) throw new TooManyRequests(wait);
  };
  return {
    takeFromAddress: (address, cost) => take(ofAddress, address, cost),
    takeFromAccount: (account, cost) => take(ofAccount, account, cost),
    beginExport: countExports(limits.concurrentExports),
  };
}

const pauseSeconds = 10;

function countExports(most: number): RateLimiter['beginExport'] {
  const running = new Map<string, number>();
  return (account) => {
    const count = running.get(account) ?? 0;
    if (count >= most) {
      const sentence = `You have ${most} downloads under way. Please wait for one to end.`;
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
