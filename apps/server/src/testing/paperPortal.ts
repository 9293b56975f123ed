import { defineEndpoint } from '@atrium/contract/endpoints/endpoint';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { wireObject } from '@atrium/contract/wire/wireObject';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  answerUnmatched,
  createApi,
  createServer,
  describeApi,
  type Gate,
  type RateLimits,
  route,
} from '../http/index.ts';

interface Person {
  readonly name: string;
}

/** A caller is named by a header, and every caller is a member of `default`; tests of transport need no more. */
export const paperGate: Gate<Person, Person, never> = {
  whoIs: async ({ headers }) =>
    typeof headers['x-person'] === 'string' ? { name: headers['x-person'] } : null,
  keyOf: (person) => person.name,
  isStaff: (person) => person.name === 'staff',
  admit: async (person, dataset, permission) => {
    if (dataset !== 'default') throw new PortalError('not_found', 'There is no such dataset.');
    if (person.name === 'stranger') throw new PortalError('not_a_member', 'You are not a member.');
    if (person.name === 'reader' && permission !== 'member')
      throw new PortalError('not_permitted', 'Not for you.');
    return person;
  },
  lastDataset: async () => null,
  rememberDataset: async () => {},
  standingOf: (person) => person.name,
  openMeter: async () => {
    throw new Error('Nothing is metered here.');
  },
  record: async () => {},
  recordRefusal: async () => {},
};

const inDataset = wireObject({ dataset: z.string().regex(/^\w+$/) });
const note = wireObject({
  noteText: z.string(),
  lineCount: z.int().optional(),
  color: z.union([z.int(), z.null()]).optional(),
});
const nothing = z.object({});
const noBody = z.unknown();

const declares = {
  scope: 'read',
  discloses: 'nothing',
  cost: 'light',
  rateClass: 'cheap',
  meters: [],
} as const;

export const paperEndpoints = {
  open: defineEndpoint({
    declares,
    method: 'GET',
    path: '/api/v2/open',
    permission: 'anyone',
    summary: 'Repeats a word',
    params: nothing,
    query: wireObject({ someWord: z.string().optional() }),
    body: noBody,
    reply: wireObject({ someWord: z.string() }),
  }),
  clear: defineEndpoint({
    declares,
    method: 'GET',
    path: '/{app}/notes/clear',
    changesState: true,
    permission: 'signedIn',
    summary: 'Changes something by GET, as clients of the protocol do',
    params: nothing,
    query: nothing,
    body: noBody,
    reply: wireObject({ isDone: z.literal(true) }),
  }),
  read: defineEndpoint({
    declares,
    method: 'GET',
    path: '/api/v2/:dataset/note',
    permission: 'member',
    summary: 'A note',
    params: inDataset,
    query: nothing,
    body: noBody,
    reply: note,
  }),
  write: defineEndpoint({
    declares,
    method: 'POST',
    path: '/api/v2/:dataset/notes',
    permission: 'subjects',
    summary: 'Repeats a note',
    params: inDataset,
    query: nothing,
    body: wireObject({ note }),
    reply: note,
  }),
  refresh: defineEndpoint({
    declares,
    method: 'POST',
    path: '/api/v2/:dataset/notes/:number/refresh',
    permission: 'member',
    summary: 'Takes no body',
    params: wireObject({ dataset: z.string(), number: z.string().regex(/^\d+$/) }),
    query: nothing,
    body: noBody,
    reply: wireObject({ isDone: z.literal(true) }),
  }),
  download: defineEndpoint({
    declares: { ...declares, scope: 'export', cost: 'stream', rateClass: 'export' },
    method: 'POST',
    path: '/api/v2/:dataset/download',
    permission: 'member',
    summary: 'A file that is made, and then sent',
    params: inDataset,
    query: nothing,
    body: noBody,
    reply: z.string(),
    streams: 'text/csv',
  }),
  stream: defineEndpoint({
    declares: { ...declares, scope: 'export', cost: 'stream', rateClass: 'file' },
    method: 'POST',
    path: '/api/v2/:dataset/stream',
    permission: 'member',
    summary: 'Text that is sent while it is made',
    params: inDataset,
    query: nothing,
    body: noBody,
    reply: z.unknown(),
    sends: 'files',
  }),
};

export interface PaperOptions {
  readonly allowedOrigins?: readonly string[];
  readonly trustProxy?: boolean | number | string;
  readonly tlsForSubdomains?: boolean;
  readonly allowedHosts?: readonly string[];
  readonly appSegment?: string;
  readonly rateLimits?: RateLimits;
  readonly logger?: FastifyBaseLogger;
  readonly checkReady?: () => Promise<void>;
  /** What the search for a caller waits for. */
  readonly beforeWhoIs?: () => Promise<void>;
  readonly clock?: () => Date;
  readonly download?: (signal: AbortSignal) => AsyncIterable<string>;
  readonly reply?: (given: { noteText: string }) => Promise<{ noteText: string }>;
}

async function* twoLines(): AsyncGenerator<string> {
  yield 'one\r\n';
  yield 'two\r\n';
}

/** A server with the real transport and a few made-up endpoints, for tests of transport alone. */
export async function openPaperPortal(options: PaperOptions = {}): Promise<FastifyInstance> {
  const server = await createServer({
    allowedOrigins: options.allowedOrigins ?? [],
    trustProxy: options.trustProxy ?? false,
    tlsForSubdomains: options.tlsForSubdomains ?? false,
    allowedHosts: options.allowedHosts ?? null,
    rateLimits: options.rateLimits ?? null,
    checkReady: options.checkReady ?? (async () => {}),
    ...(options.appSegment === undefined ? {} : { appSegment: options.appSegment }),
    ...(options.logger === undefined ? {} : { logger: options.logger }),
  });
  const gate: typeof paperGate = {
    ...paperGate,
    whoIs: async (...asked) => {
      await options.beforeWhoIs?.();
      return paperGate.whoIs(...asked);
    },
  };
  const api = createApi(server, gate, options.clock);
  route(api, paperEndpoints.open, async ({ query }) => ({ someWord: query.someWord ?? 'none' }));
  route(api, paperEndpoints.clear, async () => ({ isDone: true as const }));
  route(api, paperEndpoints.read, async () => ({ noteText: 'kept' }));
  route(api, paperEndpoints.write, async ({ body }) => options.reply?.(body.note) ?? body.note);
  route(api, paperEndpoints.refresh, async () => ({ isDone: true as const }));
  route(api, paperEndpoints.download, async ({ signal }) => ({
    fileName: 'two lines.csv',
    body: options.download?.(signal) ?? twoLines(),
  }));
  route(api, paperEndpoints.stream, async ({ signal }) => ({
    status: 200 as const,
    headers: { 'content-type': 'text/csv; charset=utf-8' },
    body: options.download?.(signal) ?? twoLines(),
  }));
  describeApi(api, { version: '1.2.3', sessionCookie: 'paper' });
  answerUnmatched(server, api.endpoints, null);
  return server;
}
