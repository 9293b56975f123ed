import { setMaxListeners } from 'node:events';
import {
  type Endpoint,
  fieldRefusal,
  type Permission,
  PortalError,
  pathOn,
  type RateClass,
  scopeNeeded,
} from '@atrium/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Api, Gate } from './api.ts';
import { runFor } from './asker.ts';
import { parseBody, peekBody, refuseHostileText } from './parseBody.ts';
import { traceQuestion } from './questionTrace.ts';
import type { RateLimiter } from './rateLimits.ts';
import { parsed } from './refusal.ts';
import { type Delivery, sendDelivery } from './sendDelivery.ts';
import { type Download, sendDownload } from './sendDownload.ts';
import { sendReply } from './sendReply.ts';

type Caller<N extends Permission, Account, Member> = N extends 'anyone'
  ? { readonly account: Account | null }
  : N extends 'signedIn' | 'session' | 'staff'
    ? { readonly account: Account }
    : { readonly account: Account; readonly member: Member };

/** The input of a handler: the parsed request and the caller that the endpoint requires. */
export type Call<E extends Endpoint, Account, Member> = Caller<E['permission'], Account, Member> & {
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

type Answer<E extends Endpoint> = E extends { streams: string }
  ? Download
  : E extends { sends: 'files' }
    ? Delivery
    : E extends { redirects: true }
      ? Redirect
      : z.output<E['reply']>;

interface AnyCall {
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
export function route<E extends Endpoint, Account, Member>(
  api: Api<Account, Member>,
  endpoint: E,
  handler: (call: Call<E, Account, Member>) => Promise<Answer<E>>,
  refuse?: (call: Admission<E, Account, Member>) => Promise<void>,
): void;
export function route(
  api: Api<unknown, unknown>,
  endpoint: Endpoint,
  handler: Handlers['handler'],
  refuse?: Handlers['refuse'],
): void {
  register(api, endpoint, { handler, refuse, isRecordedOnce: false });
}

/**
 * Registers a question that changes nothing but the audit, which has one line of each answer. So the line can confirm
 * what the answer is made from, and a known answer costs no other statement.
 */
export function routeRecordedOnce<E extends Endpoint, Account, Member>(
  api: Api<Account, Member>,
  endpoint: E,
  handler: (call: Call<E, Account, Member>) => Promise<Answer<E>>,
): void;
export function routeRecordedOnce(
  api: Api<unknown, unknown>,
  endpoint: Endpoint,
  handler: Handlers['handler'],
): void {
  register(api, endpoint, { handler, refuse: undefined, isRecordedOnce: true });
}

interface Handlers {
  readonly handler: (call: AnyCall) => Promise<unknown>;
  readonly refuse: ((call: Pick<AnyCall, 'account' | 'member' | 'params'>) => Promise<void>) | undefined;
}

function register(
  api: Api<unknown, unknown>,
  declared: Endpoint,
  { isRecordedOnce, ...handlers }: Handlers & { readonly isRecordedOnce: boolean },
): void {
  const endpoint = { ...declared, path: pathOn(api.server.appSegment, declared.path) };
  api.endpoints.push(endpoint);
  const isFile = streamsFile(endpoint) || endpoint.sends !== undefined;
  const rateClass = endpoint.rateClass ?? (streamsFile(endpoint) ? 'export' : 'cheap');
  api.server.route({
    method: endpoint.method,
    url: endpoint.path,
    // A HEAD must change nothing.
    ...(endpoint.changesState === true ? { exposeHeadRoute: false } : {}),
    config: {
      rateClass,
      isForKnownCaller: endpoint.permission !== 'anyone',
      changesState: endpoint.changesState === true,
      isDownload: endpoint.streams !== undefined || endpoint.sends !== undefined,
      isForLinks: isFile && endpoint.method === 'GET',
    },
    handler: async (request, reply) => {
      const call = `${endpoint.method} ${endpoint.path}`;
      traceQuestion({ call, rateClass, request, reply, now: api.clock });
      const takeOnce = once((key: string) => api.server.limiter.takeFromAccount(key, rateClass));
      const attempt = async () => {
        request.accountKey = null;
        const account = await whoAsks(api, endpoint, request);
        try {
          const route = { api, endpoint, ...handlers, rateClass, takeOnce };
          return await answer(route, { account, request, reply });
        } catch (error) {
          await recordRefusal(api, endpoint, { account, request, error });
          throw error;
        }
      };
      return isRecordedOnce ? api.gate.fromMemory(attempt) : attempt();
    },
  });
}

/**
 * The same function, which skips the work if its argument is the same as the last time; refusals are not remembered.
 */
function once<Thing>(act: (thing: Thing) => void): (thing: Thing) => void {
  let done: Thing | undefined;
  return (thing) => {
    if (done === thing) return;
    act(thing);
    done = thing;
  };
}

/** An event stream is no file, and takes no slot of one. */
const streamsFile = ({ streams }: Endpoint): boolean =>
  streams !== undefined && streams !== 'text/event-stream';

interface Route extends Handlers {
  readonly api: Api<unknown, unknown>;
  readonly endpoint: Endpoint;
  readonly rateClass: RateClass;
  /** Counts the call for an account, however often it is begun. */
  readonly takeOnce: (key: string) => void;
}

interface ReceivedRequest {
  readonly account: unknown;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function answer(
  { api, endpoint, handler, refuse, rateClass, takeOnce }: Route,
  { account, request, reply }: ReceivedRequest,
) {
  const { limiter } = api.server;
  const key = account === null ? null : api.gate.keyOf(account);
  if (key !== null) takeOnce(key);
  const admitted = await admit(api, endpoint, { account, request });
  await refuse?.(admitted);
  const isFile = streamsFile(endpoint);
  if (key !== null && isFile) reply.raw.once('close', limiter.beginExport(key));
  refuseHostileText(request.query);
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
  if (isFile) {
    reply.raw.once('close', await limiter.takeSlot(signal));
    current = await check();
  }
  const act = async () => {
    if (performance.now() - admittedAt > longestWaitMs) {
      current = await admit(api, endpoint, { account: await whoAsks(api, endpoint, request), request });
      await refuse?.(current);
    }
    return handler({ ...current, query, body, signal, request, reply });
  };
  const given =
    key === null
      ? await act()
      : await runFor(key, () => (rateClass === 'query' ? withPermit(limiter, { key, signal }, act) : act()));
  api.gate.requireCertainty();
  if (endpoint.streams !== undefined) {
    return sendDownload(reply, given, {
      type: endpoint.streams,
      permission: { check, clock: api.clock },
      abort: (reason) => gone.abort(reason),
    });
  }
  if (endpoint.sends !== undefined) {
    const rules = { permission: { check, clock: api.clock }, abort: (reason: Error) => gone.abort(reason) };
    return sendDelivery(reply, given, rules);
  }
  if (endpoint.redirects) return reply.redirect(redirect.parse(given).location, 303);
  if (endpoint.sendsText !== undefined)
    return reply.type(`${endpoint.sendsText}; charset=utf-8`).send(z.string().parse(given));
  return sendReply(reply, given, { endpoint, slice: api.server.takeSlices() });
}

/** Waits until few enough questions of the account are running, then answers (rule 8.17). */
async function withPermit<Given>(
  limiter: RateLimiter,
  { key, signal }: { readonly key: string; readonly signal: AbortSignal },
  act: () => Promise<Given>,
): Promise<Given> {
  const end = await limiter.beginQuestion(key, signal);
  try {
    return await act();
  } finally {
    end();
  }
}

/** For this long the rights of a caller are used without a new check, also by a request that waits for a permit. */
const longestWaitMs = 1_000;

const redirect = z.object({ location: z.string() });
const named = z.object({ dataset: z.string() });

type Admitted = Awaited<ReturnType<typeof admit>>;

/** The account of a request, which its log line about a refusal names; null for an anonymous caller who may ask this. */
async function whoAsks(
  { gate }: Api<unknown, unknown>,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<unknown> {
  const account = await gate.whoIs(request, scopeNeeded(endpoint));
  if (account === null && endpoint.permission !== 'anyone')
    throw new PortalError('not_signed_in', 'Please sign in.');
  request.accountKey = account === null ? null : gate.keyOf(account);
  return account;
}

async function admit(
  { gate }: Api<unknown, unknown>,
  endpoint: Endpoint,
  { account, request }: Pick<ReceivedRequest, 'account' | 'request'>,
) {
  const params = parsed(endpoint.params, request.params, 'not_found');
  if (
    endpoint.permission === 'anyone' ||
    endpoint.permission === 'signedIn' ||
    endpoint.permission === 'session'
  )
    return { account, member: undefined, params };
  if (endpoint.permission === 'staff') {
    if (!gate.isStaff(account)) throw new PortalError('not_permitted', 'This is for staff only.');
    return { account, member: undefined, params };
  }
  const dataset = endpoint.namesDataset === undefined ? named.parse(request.params).dataset : null;
  const member = await gate.admit(account, dataset ?? (await datasetOf(gate, request)), endpoint.permission);
  return { account, member, params };
}

/** Of a body or a query, before either is judged; a name that is no text is no dataset's. */
const naming = z.object({ dataset: z.unknown() }).partial();
const isNamed = (dataset: unknown): boolean =>
  dataset !== undefined && dataset !== null && dataset !== '' && dataset !== 'undefined';

/** That of ids in paths (rule 9.8). */
const datasetForm = /^[\w-]{1,63}$/;

/** The dataset that a request names in its body or its query, else the one that its session named last (rule 13.10). */
async function datasetOf(
  { lastDataset }: Pick<Gate<unknown, unknown>, 'lastDataset'>,
  request: FastifyRequest,
): Promise<string> {
  for (const part of [peekBody(request), request.query]) {
    const { data } = naming.safeParse(part);
    if (!isNamed(data?.dataset)) continue;
    const name = String(data?.dataset);
    if (datasetForm.test(name)) return name;
    throw fieldRefusal('not_found', 'dataset', 'must be an id of letters, digits, _ and -');
  }
  const last = await lastDataset(request);
  if (last === null) throw fieldRefusal('bad_request', 'dataset', 'name a dataset, or open one first');
  return last;
}

/** Refuses where the caller may no longer make this call, or may now see something else. */
async function requireSame(
  api: Api<unknown, unknown>,
  endpoint: Endpoint,
  { request, admitted }: { readonly request: FastifyRequest; readonly admitted: Admitted },
): Promise<Admitted> {
  const now = await admit(api, endpoint, { account: await whoAsks(api, endpoint, request), request });
  const { gate } = api;
  const keyOf = ({ account, member }: Admitted) =>
    [account === null ? '' : gate.keyOf(account), member === undefined ? '' : gate.standingOf(member)].join(
      ' ',
    );
  if (keyOf(now) === keyOf(admitted)) return now;
  request.log.warn('a download was stopped: what its caller may see has changed');
  throw new PortalError('not_permitted', 'What you may see has changed. Please start again.');
}

const refusedPermissions: ReadonlySet<string> = new Set([
  'not_permitted',
  'not_a_member',
  'agreement_required',
  'volume_limit',
]);

/** Records that an account was refused a call. */
async function recordRefusal(
  { gate }: Api<unknown, unknown>,
  endpoint: Endpoint,
  { account, request, error }: Pick<ReceivedRequest, 'account' | 'request'> & { readonly error: unknown },
): Promise<void> {
  if (account === null || !(error instanceof PortalError) || !refusedPermissions.has(error.code)) return;
  const params = named.safeParse(request.params);
  await gate.recordRefusal(account, {
    call: `${endpoint.method} ${endpoint.path}`,
    code: error.code,
    dataset: params.success ? params.data.dataset : null,
    address: request.ip,
  });
}

/** A controller that aborts when the connection closes before the answer is complete. */
function goneOf(reply: FastifyReply): AbortController {
  const controller = new AbortController();
  // Each statement of a request listens to it, and a preview may have many.
  setMaxListeners(0, controller.signal);
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('The client went away.'));
  });
  return controller;
}
