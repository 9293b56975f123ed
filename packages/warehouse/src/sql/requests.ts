import { AsyncLocalStorage } from 'node:async_hooks';

const askers = new AsyncLocalStorage<string>();

/** Answers a request; every question to the warehouse within counts for its account (rule 8.17). */
export const runFor = <Answer>(account: string, answer: () => Promise<Answer>): Promise<Answer> =>
  askers.run(account, answer);

/** The account whose request is being answered; undefined for work of the portal itself. */
export const currentAsker = (): string | undefined => askers.getStore();

/** A request that is being answered. */
export interface UnderWay {
  readonly caller: string;
  readonly begin: number;
  /** For how long its long work has waited for others. */
  waitedMs: number;
}

const answering = new AsyncLocalStorage<UnderWay>();

/** The requests of each caller that are under way. */
const underWay = new Map<string, Set<UnderWay>>();

/** For this long after it began, a request is taken for a short one. */
const youngMs = 250;
/** All the long work of a request waits no longer than this for others, so that it always goes on. */
const maxWaitedMs = 2_000;

/**
 * Answers a request of a caller, who is known by what the request carries: long work of others lets it pass while it is
 * short, if they ask more (rule 8.32).
 */
export async function answerCaller<Answer>(caller: string, answer: () => Promise<Answer>): Promise<Answer> {
  const request = { caller, begin: performance.now(), waitedMs: 0 };
  const requests = underWay.get(caller) ?? new Set();
  underWay.set(caller, requests.add(request));
  try {
    return await answering.run(request, answer);
  } finally {
    requests.delete(request);
    if (requests.size === 0) underWay.delete(caller);
  }
}

export const currentRequest = (): UnderWay | undefined => answering.getStore();

/** Whether long work of a request waits for one that another caller, who has fewer under way, has just begun. */
export function othersComeFirst(request: UnderWay | undefined): boolean {
  const own = request === undefined ? undefined : underWay.get(request.caller);
  if (request === undefined || own === undefined || underWay.size < 2) return false;
  if (request.waitedMs >= maxWaitedMs) return false;
  const young = performance.now() - youngMs;
  for (const requests of underWay.values())
    if (requests.size < own.size) for (const { begin } of requests) if (begin > young) return true;
  return false;
}
