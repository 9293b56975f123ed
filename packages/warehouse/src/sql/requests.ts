import { AsyncLocalStorage } from 'node:async_hooks';

const askers = new AsyncLocalStorage<string>();

/** When the requests of each account began that are under way. */
const underWay = new Map<string, Set<{ readonly begin: number }>>();

/** For this long after it began, a request is taken for a short one. */
const youngMs = 50;

/** Answers a request; every question to the warehouse within counts for its account (rule 8.17). */
export async function runFor<Answer>(asker: string, answer: () => Promise<Answer>): Promise<Answer> {
  const request = { begin: performance.now() };
  const requests = underWay.get(asker) ?? new Set();
  underWay.set(asker, requests.add(request));
  try {
    return await askers.run(asker, answer);
  } finally {
    requests.delete(request);
    if (requests.size === 0) underWay.delete(asker);
  }
}

/** The account whose request is being answered; undefined for work of the portal itself. */
export const currentAsker = (): string | undefined => askers.getStore();

/**
 * Whether long work of an account waits for a request that has just begun, of another account that has fewer under way
 * (rule 8.32).
 */
export function othersComeFirst(asker: string | undefined): boolean {
  const own = asker === undefined ? undefined : underWay.get(asker);
  if (own === undefined || underWay.size < 2) return false;
  const young = performance.now() - youngMs;
  for (const requests of underWay.values())
    if (requests.size < own.size) for (const { begin } of requests) if (begin > young) return true;
  return false;
}
