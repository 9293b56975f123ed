import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import { tableEndpoints } from '@atrium/contract/endpoints/table';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ApiOperation, readOperations } from '../testing/apiOperations.ts';
import { addressOfCall, type Caller } from '../testing/caller.ts';
import { isGate } from '../testing/chance.ts';
import { testPassword } from '../testing/factories.ts';
import { portalOfFile } from '../testing/ofFile.ts';
import { routeRow } from '../testing/routeOutcomes.ts';
import type { Account } from './index.ts';
import { disableAccount } from './index.ts';

const portal = await portalOfFile();
const dataset = await portal.aDataset({ packagePath: portal.smallPackage });
const operations: readonly ApiOperation[] = await readOperations(portal.anonymous);

const made = z.object({ secret: z.string(), token: z.object({ id: z.int() }) });

/** The answer to a program that has only a token. */
const ask = (secret: string, path: string, given: { method?: ApiOperation['method']; body?: unknown } = {}) =>
  portal.anonymous.send({
    method: given.method ?? 'GET',
    url: addressOfCall(path),
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    ...(given.body === undefined ? {} : { payload: JSON.stringify(given.body) }),
  });

const aPhiMember = async (account?: Account) =>
  (await portal.aMember({ dataset, level: 'phi', ...(account === undefined ? {} : { account }) })).account;

describe('a token', () => {
  it('has a secret that is shown once, bears its prefix and is not stored', async () => {
    const account = await portal.anAccount();
    const caller = await portal.signedIn(account);
    const reply = await caller.post('auth/tokens', {
      name: ' my notebook ',
      scopes: ['export', 'read', 'read'],
      expires_in_days: '30',
      password: testPassword,
    });
    expect(reply.json()).toMatchObject({ code: 'bad_request' });
    const { secret, token } = await make(caller, { name: ' my notebook ', scopes: ['export', 'read'] });
    expect(secret).toMatch(/^atrium_[\w-]{43}$/);
    const list = await caller.get('auth/tokens');
    expect(list.json().tokens).toEqual([
      {
        id: token.id,
        name: 'my notebook',
        scopes: ['read', 'export'],
        created_at: portal.clock.now().toISOString(),
        expires_at: new Date(portal.clock.now().getTime() + 30 * 24 * 60 * 60_000).toISOString(),
        last_used_at: null,
        is_expired: false,
      },
    ]);
    const stored = await portal.db.selectFrom('api_token').selectAll().execute();
    const events = await portal.db.selectFrom('audit_event').selectAll().execute();
    expect(JSON.stringify([stored, events, list.json()])).not.toContain(secret.slice('atrium_'.length));
  });

  it.each([
    ['no name', { name: ' ' }],
    ['no scope', { scopes: [] }],
    ['an unknown scope', { scopes: ['read', 'admin'] }],
    ['no end', { expires_in_days: undefined }],
    ['an end today', { expires_in_days: 0 }],
    ['an end after more than a year', { expires_in_days: 366 }],
  ])('is not made with %s', async (_what, given) => {
    const caller = await portal.signedIn(await portal.anAccount());
    const body = { name: 'mine', scopes: ['read'], expires_in_days: 30, password: testPassword, ...given };
    expect((await caller.post('auth/tokens', body)).statusCode).toBe(400);
    expect((await caller.get('auth/tokens')).json().tokens).toEqual([]);
  });

  it.each([
    ['a wrong password', { password: 'wrong words here' }, 401, 'bad_credentials'],
    ['no password', { password: undefined }, 400, 'bad_request'],
  ])('is not made with %s from an open session', async (_what, given, status, code) => {
    const caller = await portal.signedIn(await portal.anAccount());
    const body = { name: 'mine', scopes: ['read'], expires_in_days: 30, ...given };
    const reply = await caller.post('auth/tokens', body);
    expect([reply.statusCode, reply.json().code]).toEqual([status, code]);
    expect((await caller.get('auth/tokens')).json().tokens).toEqual([]);
  });

  it('is not made by guessing: wrong passwords slow down, together with those of a change of password', async () => {
    const caller = await portal.signedIn(await portal.anAccount());
    const body = { name: 'mine', scopes: ['read'], expires_in_days: 30 };
    for (let guess = 0; guess < 3; guess += 1) {
      await caller.post('auth/tokens', { ...body, password: 'wrong words here' });
      const change = { current_password: 'wrong words here', new_password: 'tall harbour lamp 41' };
      await caller.post('auth/password', change);
    }
    const reply = await caller.post('auth/tokens', { ...body, password: testPassword });
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([429, '60']);
  });

  it('of an account without a password is made within ten minutes of signing in', async () => {
    const caller = await portal.signedIn(await portal.anAccount({ password: null }));
    const body = { name: 'mine', scopes: ['read'], expires_in_days: 30 };
    portal.clock.advance(10);
    expect((await caller.post('auth/tokens', body)).statusCode).toBe(200);
    portal.clock.advance(0.1);
    const late = await caller.post('auth/tokens', { ...body, password: 'anything at all' });
    expect([late.statusCode, late.json().code]).toEqual([403, 'not_permitted']);
  });

  it('names its account, and begins no session', async () => {
    const account = await portal.anAccount();
    const { secret } = await make(await portal.signedIn(account));
    const reply = await ask(secret, 'auth/');
    expect(reply.json()).toMatchObject({ user: { id: account.id }, session: null });
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  it('stores when it was used, to the minute', async () => {
    const caller = await portal.signedIn(await portal.anAccount());
    const { secret } = await make(caller);
    await ask(secret, 'dataset/');
    const used = portal.clock.now().toISOString();
    portal.clock.advance(0.5);
    await ask(secret, 'dataset/');
    expect((await caller.get('auth/tokens')).json().tokens[0].last_used_at).toBe(used);
  });

  it('of another account cannot be ended, and is not in the list', async () => {
    const owner = await portal.signedIn(await portal.anAccount());
    const { secret, token } = await make(owner);
    const stranger = await portal.signedIn(await portal.anAccount({ isStaff: true }));
    const reply = await stranger.post(`auth/tokens/${token.id}/revoke`);
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
    expect((await stranger.get('auth/tokens')).json()).toEqual({ tokens: [] });
    expect((await ask(secret, 'dataset/')).statusCode).toBe(200);
  });

  it('is refused to an account that has fifty', { tags: 'long' }, async () => {
    const account = await portal.anAccount();
    const caller = await portal.signedIn(account);
    for (let one = 0; one < 50; one += 1) await make(caller);
    const body = { name: 'one more', scopes: ['read'], expires_in_days: 1, password: testPassword };
    expect((await caller.post('auth/tokens', body)).json().code).toBe('conflict');
  });
});

describe('a token is refused', () => {
  const refused = async (secret: string) => {
    const reply = await ask(secret, 'dataset/');
    return [reply.statusCode, reply.json().code];
  };

  it('after its owner has revoked it', async () => {
    const caller = await portal.signedIn(await portal.anAccount());
    const { secret, token } = await make(caller);
    await caller.post(`auth/tokens/${token.id}/revoke`);
    expect(await refused(secret)).toEqual([401, 'not_signed_in']);
  });

  it('after it has expired, and the list shows that', async () => {
    const account = await portal.anAccount();
    const { secret } = await make(await portal.signedIn(account), { expires_in_days: 1 });
    portal.clock.advance(24 * 60);
    expect(await refused(secret)).toEqual([401, 'not_signed_in']);
    const list = await (await portal.signedIn(account)).get('auth/tokens');
    expect(list.json().tokens[0].is_expired).toBe(true);
  });

  it('after its account is disabled', async () => {
    const account = await portal.anAccount();
    const { secret } = await make(await portal.signedIn(account));
    await disableAccount(portal.db, account.username);
    expect(await refused(secret)).toEqual([401, 'not_signed_in']);
  });

  it.each(['', 'atrium_', `atrium_${'a'.repeat(43)}`, 'a'.repeat(43), 'atrium_%00', 'Bearer x'])(
    'when it never was one: %j',
    async (secret) => {
      expect(await refused(`${secret} `)).toEqual([401, 'not_signed_in']);
    },
  );

  it('as a cookie, and a session is refused as a token', async () => {
    const account = await portal.anAccount();
    const caller = await portal.signedIn(account);
    const { secret } = await make(caller);
    const asCookie = await portal.anonymous.send({
      url: '/api/v2/dataset/',
      headers: { cookie: `atrium_session=${secret}` },
    });
    expect(asCookie.statusCode).toBe(401);
    expect(await refused(caller.cookie.replace('atrium_session=', ''))).toEqual([401, 'not_signed_in']);
  });

  it('beside a valid session too: only the token is checked', async () => {
    const caller = await portal.signedIn(await portal.anAccount());
    const reply = await caller.send({
      url: '/api/v2/dataset/',
      headers: { authorization: `Bearer atrium_${'a'.repeat(43)}` },
    });
    expect(reply.statusCode).toBe(401);
  });
});

describe('what a token reaches', () => {
  it('is what the endpoint declares', () => {
    expect(cohortEndpoints.count.declares.scope).toBe('read');
    expect(cohortEndpoints.edit.declares.scope).toBe('read');
    expect(tableEndpoints.exportCsv.declares.scope).toBe('export');
    expect(accessEndpoints.makeToken.declares.scope).toBe('none');
  });

  /** The Data Repository Service refuses in the words of its standard, without a code. */
  const isForScope = ({ code, msg }: { code?: string; msg?: string }): boolean =>
    code === 'not_permitted' || msg?.startsWith('This needs a token with the scope') === true;

  /** In the gate these: `declared.test.ts` and `app.test.ts` try the others, with members' tokens. */
  const isTried = ({ tokenScope, template }: ApiOperation): boolean =>
    !isGate || tokenScope === null || template.includes('/admin/');

  const isTheSame = async (_what: string, scopes: readonly string[]): Promise<void> => {
    const account = await aPhiMember(await portal.anAccount({ isStaff: true }));
    const { secret } = await make(await portal.signedIn(account), { scopes });
    for (const operation of operations.filter(isTried)) {
      const { query = '', body } = routeRow(operation);
      const path = operation.pathIn(dataset.uniqueId) + query;
      const reply = await ask(secret, path, { method: operation.method, body });
      const needed = operation.tokenScope;
      const isIn = needed !== null && scopes.includes(needed);
      const isRefused = reply.statusCode === 403 && isForScope(reply.json());
      expect([operation.method, operation.template, isRefused]).toEqual([
        operation.method,
        operation.template,
        !isIn,
      ]);
    }
  };

  it.each([['read', ['read']]])('is the same for every call of the portal, with the scope: %s', isTheSame);

  it.each([
    ['export', ['export']],
    ['both', ['read', 'export']],
  ])('is the same for every call of the portal, with the scope: %s', { tags: 'long' }, isTheSame);

  it('never includes the account itself or the site, also for staff', () => {
    const closed = operations.filter(({ tokenScope }) => tokenScope === null);
    const templates = closed.map(({ method, template }) => `${method} ${template}`);
    expect(templates).toEqual(
      expect.arrayContaining([
        'POST auth/password',
        'GET auth/sessions',
        'POST auth/sessions/{sessionId}/revoke',
        'POST auth/sessions/revoke_all',
        'GET auth/tokens',
        'POST auth/tokens',
        'POST auth/tokens/{tokenId}/revoke',
      ]),
    );
    const ofAccount = operations.filter(({ template }) => /^auth\/(password|sessions|tokens)/.test(template));
    expect(ofAccount.every(({ tokenScope }) => tokenScope === null)).toBe(true);
  });

  it('a refusal is recorded with the token and the missing scope', async () => {
    const account = await aPhiMember();
    const { secret, token } = await make(await portal.signedIn(account));
    const reply = await ask(secret, `${dataset.uniqueId}/query_tools/export_csv`, { method: 'POST' });
    expect([reply.statusCode, reply.json().detail]).toEqual([
      403,
      'This needs a token with the scope export.',
    ]);
    const events = await portal.db
      .selectFrom('audit_event')
      .select(['action', 'detail'])
      .where('account_id', '=', account.id)
      .orderBy('id')
      .execute();
    const detail = { token: token.id, scope: 'export', address: '127.0.0.1' };
    expect(events.at(-1)).toEqual({ action: 'token_refused', detail });
  });

  it('follows the current memberships', async () => {
    const account = await portal.anAccount();
    const { secret } = await make(await portal.signedIn(account));
    const count = async () => (await ask(secret, `${dataset.uniqueId}/query_tools/count`)).statusCode;
    expect(await count()).toBe(403);
    const { membershipId } = await portal.aMember({ account, dataset, level: 'deid' });
    expect(await count()).toBe(200);
    const ofMember = portal.db.updateTable('membership').where('id', '=', membershipId);
    await ofMember.set({ access_level: 'agg' }).execute();
    expect(await count()).toBe(403);
  });

  it('is used from any site, while a session is only used from our pages, with or without a token', async () => {
    const caller = await portal.signedIn(await portal.anAccount());
    const { secret } = await make(caller);
    const from = { origin: 'https://evil.example' };
    const post = (headers: Record<string, string>) =>
      caller.send({ method: 'POST', url: '/api/v2/auth/logout', headers: { ...from, ...headers } });
    expect((await post({ authorization: `Bearer ${secret}` })).statusCode).toBe(200);
    expect((await post({ authorization: 'Basic YTpi' })).statusCode).toBe(403);
    expect((await caller.get('auth/')).json().user).not.toBeNull();
  });
});

async function make(caller: Caller, given: Record<string, unknown> = {}) {
  const body = {
    name: 'my notebook',
    scopes: ['read'],
    expires_in_days: 30,
    password: testPassword,
    ...given,
  };
  return made.parse((await caller.post('auth/tokens', body)).json());
}
