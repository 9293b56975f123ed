import { AsyncLocalStorage } from 'node:async_hooks';

const askers = new AsyncLocalStorage<string>();

/** Answers a request; every question to the warehouse within counts for its account (rule 8.17). */
export const runFor = <Answer>(account: string, answer: () => Promise<Answer>): Promise<Answer> =>
  askers.run(account, answer);

/** The account whose request is being answered; undefined for work of the portal itself. */
export const currentAsker = (): string | undefined => askers.getStore();

const callers = new AsyncLocalStorage<string>();

/** When the requests of each caller began that are under way. */
const underWay = new Map<string, Set<{ readonly begin: number }>>();

/** For this long after it began, a request is taken for a short one. */
const youngMs = 50;

/**
 * Answers a request of a caller, who is known by what the request carries: long work of others lets it pass while it is
 * short, if they ask more (rule 8.32).
 */
export async function answerCaller<Answer>(caller: string, answer: () => Promise<Answer>): Promise<Answer> {
  const request = { begin: performance.now() };
  const requests = underWay.get(caller) ?? new Set();
  underWay.set(caller, requests.add(request));
  try {
    return await callers.run(caller, answer);
  } finally {
    requests.delete(request);
    if (requests.size === 0) underWay.delete(caller);
  }
}

export const currentCaller = (): string | undefined => callers.getStore();

/** Whether long work of a caller waits for a request that another caller, who has fewer under way, has just begun. */
export function othersComeFirst(caller: string | undefined): boolean {
  const own = caller === undefined ? undefined : underWay.get(caller);
  if (own === undefined || underWay.size < 2) return false;
  const young = performance.now() - youngMs;
  for (const requests of underWay.values())
    if (requests.size < own.size) for (const { begin } of requests) if (begin > young) return true;
  return false;
}
