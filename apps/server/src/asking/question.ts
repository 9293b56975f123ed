import { channel } from 'node:diagnostics_channel';
import type { RateClass } from '@atrium/contract/endpoints/declaration';
import type { Question, QuestionTrace } from '@atrium/warehouse';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A question that was answered. */
export interface EndedQuestion extends QuestionTrace {
  readonly requestId: string;
  /** Method and path of the endpoint, without the values of the path. */
  readonly call: string;
  /** As the client wrote it, without its query. */
  readonly path: string;
  /** The dataset's id in paths, as typed; null where the path names none. */
  readonly dataset: string | null;
  readonly at: Date;
  /** The key of the account; null for an anonymous caller. */
  readonly accountKey: string | null;
  readonly status: number;
  readonly ms: number;
}

const ended = channel('atrium.question.ended');

const maxPath = 500;

const traced: ReadonlySet<RateClass> = new Set(['query', 'export']);

interface ReceivedQuestion {
  readonly call: string;
  readonly rateClass: RateClass;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly now: () => Date;
}

/** Traces a question to its end, also an answer that is sent while it is made. Does nothing where nobody listens. */
export function traceQuestion(
  question: Question,
  { call, rateClass, request, reply, now }: ReceivedQuestion,
): void {
  if (!traced.has(rateClass) || !ended.hasSubscribers) return;
  const { params } = request;
  const dataset =
    typeof params === 'object' && params !== null && 'dataset' in params ? params.dataset : null;
  const trace: QuestionTrace = { statements: [], recorded: null };
  question.trace = trace;
  const at = now();
  reply.raw.once('close', () => {
    const answered: EndedQuestion = {
      ...trace,
      requestId: request.id,
      call,
      path: (request.url.split('?', 1)[0] ?? '').slice(0, maxPath),
      dataset: typeof dataset === 'string' ? dataset.slice(0, 63) : null,
      at,
      accountKey: request.accountKey,
      status: reply.raw.statusCode,
      ms: performance.now() - question.begin,
    };
    ended.publish(answered);
  });
}

/** Calls a listener with each question that has ended; the returned function ends it. */
export function onQuestion(listener: (question: EndedQuestion) => void): () => void {
  const receive = (question: unknown): void => {
    if (isEnded(question)) listener(question);
  };
  ended.subscribe(receive);
  return () => void ended.unsubscribe(receive);
}

/** Only this file publishes to the channel. */
const isEnded = (question: unknown): question is EndedQuestion =>
  typeof question === 'object' && question !== null && 'statements' in question;
