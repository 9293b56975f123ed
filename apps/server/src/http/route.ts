import { setMaxListeners } from 'node:events';
import type { CostClass, Disclosure, UnrecordedDisclosure } from '@atrium/contract/endpoints/declaration';
import { type Endpoint, type Permission, pathOn } from '@atrium/contract/endpoints/endpoint';
import { assistantScope } from '@atrium/contract/wire/apiToken';
import { answerQuestion, type Question, type TimeSlice, takeTimeSlices } from '@atrium/warehouse';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { traceQuestion } from '../asking/index.ts';
import { admit, recordRefusal, requireSame, whoAsks } from './admission.ts';
import type { Api } from './api.ts';
import { type Amount, Answered, type OpenMeter } from './disclosed.ts';
import { networkOf } from './networkOf.ts';
import { parseBody, parsed, refuseHostileText } from './parseBody.ts';
import type { RateLimiter } from './rateLimits.ts';
import { type Delivery, sendDelivery } from './sendDelivery.ts';
import { type Download, sendEvents } from './sendDownload.ts';
import { sendReply } from './sendReply.ts';
import { sendSpooled } from './spool/sendSpooled.ts';

type Caller<N extends Permission, Account, Member> = N extends 'anyone'
  ? { readonly account: Account | null }
  : N extends 'signedIn' | 'session' | 'staff'
    ? { readonly account: Account }
    : { readonly account: Account; readonly member: Member };

/** The input of a handler: the parsed request and the caller that the endpoint requires. */
export type Call<E extends Endpoint, Account, Member> = Caller<E['permission'], Account, Member> & {
  /** What the caller may still take; null where nobody's amounts are counted: the call meters nothing, or has no member. */
  readonly meter: MeterOf<E>;
  readonly params: z.output<E['params']>;
  readonly query: z.output<E['query']>;
  readonly body: z.output<E['body']>;
  /** Aborts when the client goes away before the answer is complete. */
  readonly signal: AbortSignal;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/** The answer of an endpoint that redirects. */
export interface Redirect {
  readonly location: string;
}

/** The meter of an answer whose amount the route counts. What is sent as a file is counted while it is sent. */
type MeterOf<E extends Endpoint> = E extends { streams: string } | { sends: 'files' }
  ? null
  : 'rows' extends E['declares']['meters'][number]
    ? OpenMeter
    : null;

/** What a handler returns: where something is disclosed, its lines in the audit come with it (rule 8.28). */
type Result<E extends Endpoint, Line> = E['declares']['discloses'] extends UnrecordedDisclosure
  ? Answer<E> | Answered<Answer<E>, Line, unknown>
  : Answered<Answer<E>, Line, MeterOf<E> extends null ? Amount | undefined : Amount>;

type Answer<E extends Endpoint> = E extends { streams: string }
  ? Download
  : E extends { sends: 'files' }
    ? Delivery
    : E extends { redirects: true }
      ? Redirect
      : z.output<E['reply']>;

interface AnyCall {
  readonly meter: OpenMeter | null;
  readonly account: unknown;
  readonly member: unknown;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly signal: AbortSignal;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type Admission<E extends Endpoint, Account, Member> = Pick<Call<E, Account, Member>, 'params'> &
  Caller<E['permission'], Account, Member>;

/**
 * Registers one endpoint of the contract. Permission is checked before the query and the body are parsed:
 * 401, then 404, then 403, then 400 (rule 8.3). `refuse` is part of that where a call is about an object that the caller
 * may not have. Replies are encoded by their schema too (rule 9.2).
 */
export function route<E extends Endpoint, Account, Member, Line>(
  api: Api<Account, Member, Line>,
  endpoint: E,
  handler: (call: Call<E, Account, Member>) => Promise<Result<E, Line>>,
  refuse?: (call: Admission<E, Account, Member>) => Promise<void>,
): void;
export function route(
  api: Api<unknown, unknown, unknown>,
  endpoint: Endpoint,
  handler: Handlers['handler'],
  refuse?: Handlers['refuse'],
): void {
  register(api, endpoint, { handler, refuse });
}

interface Handlers {
  readonly handler: (call: AnyCall) => Promise<unknown>;
  readonly refuse: ((call: Pick<AnyCall, 'account' | 'member' | 'params'>) => Promise<void>) | undefined;
}

function register(api: Api<unknown, unknown, unknown>, declared: Endpoint, handlers: Handlers): void {
  const endpoint = { ...declared, path: pathOn(api.server.appSegment, declared.path) };
  api.endpoints.push(endpoint);
  const { rateClass } = endpoint.declares;
  const isFile = streamsFile(endpoint) || endpoint.sends !== undefined;
  api.server.route({
    method: endpoint.method,
    url: endpoint.path,
    // A HEAD must change nothing.
    ...(endpoint.changesState === true ? { exposeHeadRoute: false } : {}),
    // A packed file would have neither a length nor ranges.
    ...(streamsFile(endpoint) ? { compress: false as const } : {}),
    config: {
      isDeclared: true,
      rateClass,
      isForReaders: onlyAsks(endpoint),
      isForKnownCaller: endpoint.permission !== 'anyone',
      changesState: endpoint.changesState === true,
      isDownload: endpoint.streams !== undefined || endpoint.sends !== undefined,
      isForLinks: isFile && endpoint.method === 'GET',
      answersOptions: endpoint.method === 'OPTIONS',
      judgesOrigin: endpoint.declares.scope === assistantScope,
    },
    handler: async (request, reply) => {
      const call = `${endpoint.method} ${endpoint.path}`;
      return answerQuestion(callerOf(request), async (question) => {
        request.question = question;
        traceQuestion(question, { call, rateClass, request, reply, now: api.clock });
        const account = await whoAsks(api, endpoint, request);
        try {
          return await answer({ api, endpoint, ...handlers }, { question, account, request, reply });
        } catch (error) {
          await recordRefusal(api, endpoint, { account, request, error });
          throw error;
        }
      });
    },
  });
}

/** What tells the requests of one caller from those of others before anybody has looked who it is. */
const callerOf = ({ headers, ip }: FastifyRequest): string =>
  headers.authorization ?? headers.cookie ?? networkOf(ip);

const asked: ReadonlySet<Disclosure> = new Set<Disclosure>(['figures', 'rows', 'files', 'recordedQueries']);

/** Whether a call only asks: it says so, or its reply is what questions disclose and exports give. */
const onlyAsks = ({ onlyAsks: says, declares, method }: Endpoint): boolean =>
  says === true || method === 'OPTIONS' || declares.scope === 'export' || asked.has(declares.discloses);

/** An event stream is no file, and is not spooled. */
const streamsFile = ({ streams }: Endpoint): boolean =>
  streams !== undefined && streams !== 'text/event-stream';

interface Route extends Handlers {
  readonly api: Api<unknown, unknown, unknown>;
  readonly endpoint: Endpoint;
}

interface ReceivedRequest {
  readonly question: Question;
  readonly account: unknown;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function answer(
  { api, endpoint, handler, refuse }: Route,
  { question, account, request, reply }: ReceivedRequest,
) {
  const { limiter } = api.server;
  const slice = takeTimeSlices();
  const key = account === null ? null : api.gate.keyOf(account);
  question.account = key ?? undefined;
  if (key !== null) limiter.takeFromAccount(key, endpoint.declares.rateClass);
  const admitted = await admit(api, endpoint, { account, request });
  await refuse?.(admitted);
  const isFile = streamsFile(endpoint);
  refuseHostileText(request.query);
  await slice.giveWay();
  const query = parsed(endpoint.query, request.query, 'bad_request');
  const body = parsed(endpoint.body, parseBody(request), 'bad_request');
  const gone = goneOf(reply);
  const { signal } = gone;
  const check = async () => {
    const now = await requireSame(api, endpoint, { request, admitted });
    await refuse?.(now);
    return now;
  };
  // A right may have ended while the request waited, and what it is about may have changed.
  let current = admitted;
  const admittedAt = performance.now();
  const act = async () => {
    if (performance.now() - admittedAt > maxWaitMs) {
      current = await admit(api, endpoint, { account: await whoAsks(api, endpoint, request), request });
      await refuse?.(current);
    }
    const meter = isCounted(endpoint) ? await api.gate.openMeter(current.member) : null;
    const result = await handler({ ...current, meter, query, body, signal, request, reply });
    const released = releaseOf(api, endpoint, { caller: current, meter, result });
    if (!isFile) await released.begin();
    return released;
  };
  const { cost } = endpoint.declares;
  const permit = {
    // A file is worked out like a question before it waits for a slot to be made in.
    cost: isFile ? 'heavy' : cost,
    key: key ?? `network ${networkOf(request.ip)}`,
    signal,
    slice,
  } as const;
  const { given, begin } = await withPermit(limiter, permit, act);
  const rules = { permission: { check, clock: api.clock }, abort: (reason: Error) => gone.abort(reason) };
  if (isFile) {
    const standing = current.member === undefined ? '' : api.gate.standingOf(current.member);
    const file = { type: String(endpoint.streams), owner: key ?? '', standing, signal, begin };
    return sendSpooled(reply, given, { ...rules, ...file });
  }
  if (endpoint.streams !== undefined) return sendEvents(reply, given, rules);
  if (endpoint.sends !== undefined) return sendDelivery(reply, given, rules);
  if (endpoint.redirects) return reply.redirect(redirect.parse(given).location, 303);
  if (endpoint.sendsText !== undefined)
    return reply.type(`${endpoint.sendsText}; charset=utf-8`).send(z.string().parse(given));
  await slice.giveWay();
  return sendReply(reply, given, { endpoint, slice });
}

const isCounted = ({ streams, sends, declares }: Endpoint): boolean =>
  streams === undefined && sends === undefined && declares.meters.includes('rows');

const unrecorded: ReadonlySet<Disclosure> = new Set<UnrecordedDisclosure>(['nothing', 'openFigures']);

interface Given {
  readonly caller: { readonly account: unknown; readonly member: unknown };
  readonly meter: OpenMeter | null;
  readonly result: unknown;
}

/** An answer that may leave once `begin` has metered what it takes and stored its lines. */
interface Released {
  readonly given: unknown;
  readonly begin: () => Promise<void>;
}

/**
 * Lets the answer of a handler go. One that may disclose something and comes without lines, or without its amount, is a
 * fault and does not leave (rule 8.28).
 */
function releaseOf(
  { gate }: Api<unknown, unknown, unknown>,
  { method, path, declares }: Endpoint,
  { caller, meter, result }: Given,
): Released {
  if (!(result instanceof Answered)) {
    if (unrecorded.has(declares.discloses)) return { given: result, begin: async () => {} };
    throw new Error(`${method} ${path} answered without a line of the audit.`);
  }
  const { reply, lines, takes } = result;
  if (meter !== null && lines.length > 0 && takes === null)
    throw new Error(`${method} ${path} answered without an amount.`);
  const begin = async (): Promise<void> => {
    if (meter !== null && takes !== null) await meter.add(takes);
    for (const line of lines) await gate.record(caller, line);
  };
  return { given: reply, begin };
}

interface Permit {
  readonly cost: CostClass;
  /** Whose permit it is: an account, or for an anonymous caller the network. */
  readonly key: string;
  readonly signal: AbortSignal;
  readonly slice: TimeSlice;
}

/** Waits until little enough work of the caller is under way, then answers (rules 8.17 and 8.31). */
async function withPermit<Given>(
  limiter: RateLimiter,
  { cost, key, signal, slice }: Permit,
  act: () => Promise<Given>,
): Promise<Given> {
  // Files wait for a slot instead.
  if (cost === 'known' || cost === 'stream') return act();
  const end = await limiter.beginWork(cost, key, signal);
  try {
    await slice.giveWay();
    return await act();
  } finally {
    end();
  }
}

/** For this long the rights of a caller are used without a new check, also by a request that waits for a permit. */
const maxWaitMs = 1_000;

const redirect = z.object({ location: z.string() });
/** A controller that aborts when the connection closes before the answer is complete. */
function goneOf(reply: FastifyReply): AbortController {
  const controller = new AbortController();
  // Each statement of a request listens to it, and a preview may have many.
  setMaxListeners(0, controller.signal);
  const leave = (): void => {
    if (!reply.raw.writableFinished) controller.abort(new Error('The client went away.'));
  };
  // It may have gone while the portal looked who it is: then nothing tells of it any more.
  if (reply.raw.destroyed) leave();
  else reply.raw.once('close', leave);
  return controller;
}
