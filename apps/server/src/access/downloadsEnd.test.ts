import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { defineEndpoint } from '@atrium/contract/endpoints/endpoint';
import { wireObject } from '@atrium/contract/wire/wireObject';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { localSignInOnly } from '../config/signInSettings.ts';
import { createApi, createServer, defaultRateLimits, type RateLimits, route } from '../http/index.ts';
import { portalOfFile } from '../testing/ofFile.ts';
import { loadPasswordHash } from './confirmPassword.ts';
import {
  type Account,
  createDemand,
  createGate,
  createSessions,
  createTokens,
  createVolumes,
  disableAccount,
  putAgreement,
  sessionCookie,
} from './index.ts';

const open: { close(): Promise<unknown> }[] = [];
const portal = await portalOfFile();
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const file = defineEndpoint({
  declares: { scope: 'export', discloses: 'nothing', cost: 'stream', rateClass: 'export', meters: [] },
  method: 'GET',
  path: '/api/v2/:dataset/file',
  permission: 'subjects',
  summary: 'A file in two parts',
  params: wireObject({ dataset: z.string() }),
  query: z.object({}),
  body: z.unknown(),
  reply: z.string(),
  streams: 'text/csv',
});

/** The same, sent while it is made. */
const stream = defineEndpoint({
  declares: { scope: 'export', discloses: 'nothing', cost: 'stream', rateClass: 'file', meters: [] },
  method: 'GET',
  path: '/api/v2/:dataset/file',
  permission: 'subjects',
  summary: 'A file in two parts',
  params: wireObject({ dataset: z.string() }),
  query: z.object({}),
  body: z.unknown(),
  reply: z.unknown(),
  sends: 'files',
});

const setMember = (given: object) => (_: Downloader, membershipId: number) =>
  portal.db.updateTable('membership').set(given).where('id', '=', membershipId).execute();
const rename = (account: Account) =>
  portal.db.updateTable('account').set({ full_name: 'Another' }).where('id', '=', account.id).execute();

it.each<[string, 'session' | 'token', Act]>([
  ['the session is revoked', 'session', ({ sessions, account }) => sessions.endAll(account.id)],
  ['the token is revoked', 'token', ({ tokens, account }) => tokens.revokeAll(account.id)],
  ['the account is disabled', 'token', ({ account }) => disableAccount(portal.db, account.username)],
  [
    'the membership ends',
    'session',
    (_, id) => portal.db.deleteFrom('membership').where('id', '=', id).execute(),
  ],
  ['the membership is ended', 'token', (_, id) => setMember({ ends_at: portal.clock.now() })(_, id)],
  [
    'the last day of the membership passes',
    'session',
    (_, id) => setMember({ ends_at: new Date(portal.clock.now().getTime() + 30_000) })(_, id),
  ],
  ['the level falls', 'session', setMember({ access_level: 'deid' })],
  ['the workspace is closed', 'token', setMember({ can_view_workspace: false })],
  [
    'a data-use agreement is put in force',
    'session',
    ({ dataset: { uniqueId } }) =>
      portal.db
        .transaction()
        .execute((inside) => putAgreement(inside, uniqueId, { version: '1', text: 'Be kind.' })),
  ],
  [
    'a permission group hides subjects',
    'session',
    ({ dataset }) =>
      portal.db
        .insertInto('permission_group')
        .values({ dataset_id: dataset.id, name: 'north', opens: '{}' })
        .execute(),
  ],
])('a download breaks off, and its source is closed, when %s meanwhile', async (_what, by, act) => {
  const who = await aDownloader();
  const headers = headersOf(who, by);
  const { text, wasClosed } = await download(who, headers, () => act(who, who.membershipId));
  expect([text, wasClosed]).toEqual(['first\r\nbroken off', true]);
});

it.each(['session', 'token'] as const)(
  'a download by %s goes on to its end when nothing changes but a name or another session',
  async (by) => {
    const who = await aDownloader();
    const other = await who.sessions.begin(who.account.id, undefined);
    const { text } = await download(who, headersOf(who, by), async () => {
      await rename(who.account);
      await who.sessions.end(other);
    });
    expect(text).toBe('first\r\nsecond\r\n');
  },
);

const headersOf = ({ session, made }: Downloader, by: 'session' | 'token') =>
  by === 'session' ? { cookie: `${sessionCookie}=${session}` } : { authorization: `Bearer ${made.secret}` };

async function breaksOffUnread(_what: string, act: Act): Promise<void> {
  const who = await aDownloader();
  const { session, dataset } = who;
  const { begun, closed, make } = watchedFile(async function* () {
    for (;;) yield 'line\r\n'.repeat(2_000_000);
  });
  const { server, gate } = await aServer(who);
  route(createApi(server, gate, portal.clock.now), stream, make);
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.on('error', () => {});
  const first = `GET /api/v2/${dataset.uniqueId}/file/ HTTP/1.1`;
  const request = [first, 'host: 127.0.0.1', `cookie: ${sessionCookie}=${session}`];
  socket.write(`${request.join('\r\n')}\r\n\r\n`);
  await begun;
  await act(who, who.membershipId);
  await closed;
  socket.destroy();
}

it.each<[string, Act]>([
  ['the membership ends', (_, id) => portal.db.deleteFrom('membership').where('id', '=', id).execute()],
])('a download that nobody reads breaks off, and its source is closed, when %s', breaksOffUnread);

it.each<[string, Act]>([
  ['the account is disabled', ({ account }) => disableAccount(portal.db, account.username)],
  ['the session is revoked', ({ sessions, account }) => sessions.endAll(account.id)],
])(
  'a download that nobody reads breaks off, and its source is closed, when %s',
  { tags: 'long' },
  breaksOffUnread,
);

it('a download whose first part is still being made ends when the account is disabled', {
  tags: 'long',
}, async () => {
  const who = await aDownloader();
  const { dataset, account } = who;
  const { begun, closed, make } = watchedFile(async function* (signal) {
    await once(signal, 'abort');
    yield 'too late';
  });
  const { server, gate } = await aServer(who);
  route(createApi(server, gate, portal.clock.now), file, make);
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  const reply = fetch(`${address}/api/v2/${dataset.uniqueId}/file/`, { headers: headersOf(who, 'session') });
  await begun;
  await disableAccount(portal.db, account.username);
  await closed;
  expect((await reply).status).toBe(401);
});

it('a download that waits for its slot does not begin when the account is disabled meanwhile', async () => {
  const [first, second] = [await aDownloader(), await aDownloader()];
  const { db, clock } = portal;
  const seen = new EventEmitter();
  const limits = { ...defaultRateLimits, exportSlots: 1, exportWait: 3600 };
  const { server, gate } = await aServer(first, limits);
  const admit: typeof gate.admit = async (...given) => {
    const member = await gate.admit(...given);
    seen.emit('admitted');
    return member;
  };
  let files = 0;
  route(createApi(server, { ...gate, admit }, clock.now), file, async () => {
    return {
      fileName: 'held.csv',
      body: (async function* () {
        files += 1;
        const released = once(seen, 'released');
        seen.emit('begun');
        await released;
        yield 'all';
      })(),
    };
  });
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  const ask = (who: Downloader) =>
    fetch(`${address}/api/v2/${who.dataset.uniqueId}/file/`, { headers: headersOf(who, 'session') });
  const begun = once(seen, 'begun');
  const held = ask(first);
  await begun;
  const admitted = once(seen, 'admitted');
  const waiting = ask(second);
  await admitted;
  await disableAccount(db, second.account.username);
  seen.emit('released');
  expect([(await held).status, (await waiting).status, files]).toEqual([200, 401, 1]);
});

/** A member of a dataset with a group, who may come with a session or with a token. */
async function aDownloader() {
  const { db, clock } = portal;
  const sessions = createSessions({ db, clock: clock.now });
  const tokens = createTokens({ db, clock: clock.now });
  const { account, dataset, membershipId } = await portal.aMember({ level: 'phi' });
  const session = await sessions.begin(account.id, undefined);
  const passwordHash = await loadPasswordHash(db, account.id);
  const given = { name: 'r', scopes: ['export'] as const, expiresInDays: 1 };
  const made = await tokens.make(account.id, given, { session, passwordHash });
  return { sessions, tokens, account, dataset, membershipId, session, made };
}

type Downloader = Awaited<ReturnType<typeof aDownloader>>;

/** A server whose only call is that for the file, and the gate before it. */
async function aServer({ sessions, tokens }: Downloader, rateLimits: RateLimits | null = null) {
  const server = await createServer({
    allowedOrigins: [],
    trustProxy: false,
    rateLimits,
    checkReady: async () => {},
  });
  open.push(server);
  const demand = createDemand(portal.db, localSignInOnly);
  const deps = { db: portal.db, clock: portal.clock.now, membershipDays: null };
  const volumes = createVolumes({ ...deps, limits: { rows: null, bytes: null } });
  return { server, gate: createGate({ ...deps, sessions, tokens, demand, volumes }) };
}

/** A file that reports when its first part is requested, and when its source is closed. */
function watchedFile(parts: (signal: AbortSignal) => AsyncIterable<string>) {
  const seen = new EventEmitter();
  const make = async ({ signal }: { readonly signal: AbortSignal }) => ({
    fileName: 'watched.csv',
    status: 200 as const,
    headers: {},
    body: (async function* () {
      try {
        seen.emit('begun');
        yield* parts(signal);
      } finally {
        seen.emit('closed');
      }
    })(),
  });
  return { begun: once(seen, 'begun'), closed: once(seen, 'closed'), make };
}

/** Runs something between two parts of a file; returns the bytes that arrive and how the connection ends. */
async function download(who: Downloader, headers: Record<string, string>, between: () => Promise<unknown>) {
  const { clock } = portal;
  const seen = new EventEmitter();
  let wasClosed = false;
  const { server, gate } = await aServer(who);
  route(createApi(server, gate, clock.now), stream, async () => ({
    status: 200 as const,
    headers: {},
    body: (async function* () {
      try {
        yield 'first\r\n';
        await once(seen, 'first part');
        await between();
        clock.advance(1);
        yield 'second\r\n';
      } finally {
        wasClosed = true;
      }
    })(),
  }));
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  const reply = await fetch(`${address}/api/v2/${who.dataset.uniqueId}/file/`, {
    headers: { ...headers, 'accept-encoding': 'identity' },
  });
  expect(reply.status).toBe(200);
  let text = '';
  try {
    for await (const part of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      seen.emit('first part');
    }
  } catch {
    text += 'broken off';
  }
  return { text, wasClosed };
}

type Act = (who: Downloader, membershipId: number) => Promise<unknown>;
