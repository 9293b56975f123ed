import { AsyncLocalStorage } from 'node:async_hooks';
import type { Query } from '@atrium/engine';

/** A request that is being answered. Work that belongs to no request is that of the portal itself. */
export interface Question {
  /** Known by what the request carries, before anybody has looked who it is. */
  readonly caller: string;
  readonly begin: number;
  /** For how long its long work has waited for others. */
  waitedMs: number;
  /** The account for which its questions to the warehouse count (rule 8.17), as soon as it is known. */
  account: string | undefined;
  /** What is noted of it; null where nobody follows it. */
  trace: QuestionTrace | null;
}

/** A statement of a question to the research data. */
export interface TracedStatement {
  /** Its text and values, written when they are wanted: an index has answered most questions without them. */
  readonly written: () => Query;
  /** In milliseconds, since the question came. */
  readonly begin: number;
  readonly ms: number;
  /** Null where it failed, or was left before its end. */
  readonly rows: number | null;
}

/** What a question did: its statements on research data, and what the audit recorded of it. */
export interface QuestionTrace {
  readonly statements: TracedStatement[];
  /** Its action, and in the detail the hashes of its definitions and its figures. */
  recorded: { readonly action: string; readonly detail: Readonly<Record<string, unknown>> } | null;
}

const questions = new AsyncLocalStorage<Question | undefined>();

/** The requests of each caller that are under way. */
const underWay = new Map<string, Set<Question>>();

/** For this long after it began, a request is taken for a short one. */
const youngMs = 250;
/** All the long work of a request waits no longer than this for others, so that it always goes on. */
const maxWaitedMs = 2_000;

/**
 * Answers a request of a caller: long work of others lets it pass while it is short, if they ask more (rule 8.32).
 */
export async function answerQuestion<Answer>(
  caller: string,
  answer: (question: Question) => Promise<Answer>,
): Promise<Answer> {
  const question: Question = {
    caller,
    begin: performance.now(),
    waitedMs: 0,
    account: undefined,
    trace: null,
  };
  const ofCaller = underWay.get(caller) ?? new Set();
  underWay.set(caller, ofCaller.add(question));
  try {
    return await questions.run(question, () => answer(question));
  } finally {
    ofCaller.delete(question);
    if (ofCaller.size === 0) underWay.delete(caller);
  }
}

/** The request that is being answered; undefined for work of the portal itself. */
export const currentQuestion = (): Question | undefined => questions.getStore();

/** Does work for all who wait for it: it counts for the portal, and not for the request that came first. */
export const forPortal = <Result>(work: () => Result): Result => questions.run(undefined, work);

/** Whether long work of a request waits for one that another caller, who has fewer under way, has just begun. */
export function othersComeFirst(question: Question | undefined): boolean {
  const own = question === undefined ? undefined : underWay.get(question.caller);
  if (question === undefined || own === undefined || underWay.size < 2) return false;
  if (question.waitedMs >= maxWaitedMs) return false;
  const young = performance.now() - youngMs;
  for (const others of underWay.values())
    if (others.size < own.size) for (const { begin } of others) if (begin > young) return true;
  return false;
}
