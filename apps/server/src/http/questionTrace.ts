import { channel } from 'node:diagnostics_channel';
import type { RateClass } from '@atrium/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from './logging.ts';

/** A statement of a question to the research data. */
export interface TracedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** In milliseconds, since the question came. */
  readonly begin: number;
  readonly ms: number;
  /** Null where it failed, or was left before its end. */
  readonly rows: number | null;
}

/** The statements of a request to the research data, and how long each took. */
export interface QuestionTrace {
  readonly requestId: string;
  /** Method and path of the endpoint, without the values of the path. */
  readonly call: string;
  /** As it was asked, without its query. */
  readonly path: string;
  /** The dataset's id in paths, as typed; null where the path names none. */
  readonly dataset: string | null;
  readonly at: Date;
  readonly began: number;
  readonly statements: TracedStatement[];
  /** What the audit recorded of it: its action, and in the detail the hashes of its definitions and its figures. */
  recorded: { readonly action: string; readonly detail: Readonly<Record<string, unknown>> } | null;
}

/** A question that was answered. */
export interface EndedQuestion extends QuestionTrace {
  /** The key of the account; null for an anonymous caller. */
  readonly accountKey: string | null;
  readonly status: number;
  readonly ms: number;
}

const ofQuestions = new WeakMap<object, QuestionTrace>();
const ofRequests = new WeakMap<FastifyRequest, QuestionTrace>();
const ended = channel('atrium.question.ended');

/** The trace of a request that is being answered; undefined where nobody listens, and for work of the portal itself. */
export const traceOf = (question: object | undefined): QuestionTrace | undefined =>
  question && ofQuestions.get(question);

/** The statements of a request until now; none where nobody listens. */
export const statementsOf = (request: FastifyRequest): readonly TracedStatement[] =>
  ofRequests.get(request)?.statements ?? [];

const longestPath = 500;

const traced: ReadonlySet<RateClass> = new Set(['query', 'export']);

interface TracedRequest {
  readonly question: object;
  readonly call: string;
  readonly rateClass: RateClass;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly now: () => Date;
}

/** Follows a question to its end, also an answer that is sent while it is made. Does nothing where nobody listens. */
export function traceQuestion({ question, call, rateClass, request, reply, now }: TracedRequest): void {
  if (!traced.has(rateClass) || !ended.hasSubscribers) return;
  const { params } = request;
  const dataset =
    typeof params === 'object' && params !== null && 'dataset' in params ? params.dataset : null;
  const trace: QuestionTrace = {
    requestId: request.id,
    call,
    path: pathOf(request.url).slice(0, longestPath),
    dataset: typeof dataset === 'string' ? dataset.slice(0, 63) : null,
    at: now(),
    began: performance.now(),
    statements: [],
    recorded: null,
  };
  ofQuestions.set(question, trace);
  ofRequests.set(request, trace);
  reply.raw.once('close', () => {
    const answered: EndedQuestion = {
      ...trace,
      accountKey: request.accountKey,
      status: reply.raw.statusCode,
      ms: performance.now() - trace.began,
    };
    ended.publish(answered);
  });
}

/** Calls a listener with each question that has ended; the returned function ends it. */
export function onQuestion(listener: (question: EndedQuestion) => void): () => void {
  const hear = (question: unknown): void => {
    if (isEnded(question)) listener(question);
  };
  ended.subscribe(hear);
  return () => void ended.unsubscribe(hear);
}

/** Only this file publishes to the channel. */
const isEnded = (question: unknown): question is EndedQuestion =>
  typeof question === 'object' && question !== null && 'statements' in question;
