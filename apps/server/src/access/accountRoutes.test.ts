import { describe, expect, it } from 'vitest';
import { createCaller } from '../testing/caller.ts';
import { testPassword } from '../testing/factories.ts';
import { portalOfFile } from '../testing/ofFile.ts';
import type { TestApp } from '../testing/testApp.ts';
import { loadPasswordHash } from './confirmPassword.ts';
import { type Account, createSessions, disableAccount, enableAccount, setPassword } from './index.ts';
import { createSignIn } from './signIn.ts';
import { createTokens } from './tokens.ts';

const portal = await portalOfFile();

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

describe('a sign-in that is overtaken', () => {
  it.each([
    [
      'another password',
      (username: string) => setPassword(portal.db, { username, password: 'another long one 7' }),
    ],
    ['the end of the account', (username: string) => disableAccount(portal.db, username)],
  ])('by %s begins no session', async (_what, overtake) => {
    const { username } = await portal.anAccount();
    const { db, clock } = portal;
    const judge = await createSignIn({ db, clock: clock.now, acceptsDemoAccounts: false });
    const { account, passwordHash } = await judge({ username, password: testPassword, address: '::1' });
    await overtake(username);
    const start = { agent: '', address: '::1', provider: null, idToken: null, passwordHash };
    const begun = createSessions({ db, clock: clock.now }).begin(account.id, undefined, start);
    await expect(begun).rejects.toThrow('The user name or the password is wrong.');
    await enableAccount(db, username);
    const sessions = db.selectFrom('session').select('id').where('account_id', '=', account.id);
    expect(await sessions.execute()).toEqual([]);
  });
});

describe('the list of sessions', () => {
  it('has only the own ones, the latest first, with browser and address, and marks the current one', async () => {
    const { username } = await portal.anAccount();
    await portal.signedIn(await portal.anAccount());
    const first = await signIn(username, testPassword, { 'user-agent': firefox });
    portal.clock.advance(1);
    const second = await signIn(username, testPassword, { 'user-agent': 'curl/8.5.0' });
    const begun = portal.clock.now().toISOString();
    expect(await sessionsOf(second)).toEqual([
      {
        id: expect.any(Number),
        created_at: begun,
        last_seen_at: begun,
        expires_at: new Date(portal.clock.now().getTime() + 30 * 60_000).toISOString(),
        agent: 'curl/8.5.0',
        address: '127.0.0.1',
        provider: null,
        current: true,
      },
      expect.objectContaining({ agent: 'Firefox on Linux', current: false }),
    ]);
    expect(await isSignedIn(first)).toBe(true);
  });

  it('leaves out expired sessions', async () => {
    const account = await portal.anAccount();
    await portal.signedIn(account);
    portal.clock.advance(31);
    expect(await sessionsOf(await portal.signedIn(account))).toHaveLength(1);
  });
});

describe('a session', () => {
  it('is ended by its owner, and the others stay', async () => {
    const account = await portal.anAccount();
    const [here, there] = [await portal.signedIn(account), await portal.signedIn(account)];
    const [other] = (await sessionsOf(here)).filter((one: { current: boolean }) => !one.current);
    expect((await here.post(`auth/sessions/${other.id}/revoke/`)).json()).toEqual({ status: 'complete' });
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
  });

  it.each(['revoke', 'nothing'])('of another account is not found and goes on: %s', async (what) => {
    const owner = await portal.signedIn(await portal.anAccount());
    const stranger = await portal.signedIn(await portal.anAccount({ isStaff: true }));
    const [{ id }] = await sessionsOf(owner);
    const reply = await stranger.post(`auth/sessions/${what === 'revoke' ? id : 999_999}/revoke`);
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
    expect(await isSignedIn(owner)).toBe(true);
  });

  it('ends everywhere at once, here too, and sessions of others stay', async () => {
    const account = await portal.anAccount();
    const [here, there] = [await portal.signedIn(account), await portal.signedIn(account)];
    const other = await portal.signedIn(await portal.anAccount());
    const reply = await here.post('auth/sessions/revoke_all');
    expect(reply.json()).toEqual({ status: 'complete', logout_url: null });
    expect(reply.headers['set-cookie']).toContain('atrium_session=; Max-Age=0');
    expect([await isSignedIn(here), await isSignedIn(there), await isSignedIn(other)]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it.each([
    [undefined, 200],
    [{ revoke_tokens: false }, 200],
    [{ revoke_tokens: true }, 401],
  ])('ends tokens too on request: %j', async (body, answer) => {
    const account = await portal.anAccount();
    const caller = await portal.signedIn(account);
    const secret = await aToken(account);
    const ofAnother = await aToken(await portal.anAccount());
    expect((await caller.post('auth/sessions/revoke_all', body)).statusCode).toBe(200);
    expect([await statusOf(secret), await statusOf(ofAnother)]).toEqual([answer, 200]);
  });

  it('of another site cannot be ended by a page there', async () => {
    const caller = await portal.signedIn(await portal.anAccount());
    const reply = await caller.send({
      method: 'POST',
      url: '/api/v2/auth/sessions/revoke_all',
      headers: { origin: 'https://evil.example' },
    });
    expect([reply.statusCode, await isSignedIn(caller)]).toEqual([403, true]);
  });
});

describe('the own password', () => {
  const change = (caller: { post: TestApp['anonymous']['post'] }, current: string, next: string) =>
    caller.post('auth/password/', { current_password: current, new_password: next });
  const better = 'a much better phrase';

  it('changes with the current one; the other sessions end and this one stays', async () => {
    const account = await portal.anAccount();
    const [here, there] = [await portal.signedIn(account), await portal.signedIn(account)];
    expect((await change(here, testPassword, better)).json()).toEqual({ status: 'complete' });
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
    expect(await isSignedIn(await signIn(account.username))).toBe(false);
    expect(await isSignedIn(await signIn(account.username, better))).toBe(true);
  });

  it('changes, and every token ends', async () => {
    const account = await portal.anAccount();
    const secrets = [await aToken(account), await aToken(account)];
    const ofAnother = await aToken(await portal.anAccount());
    await change(await portal.signedIn(account), testPassword, better);
    expect(await Promise.all([...secrets, ofAnother].map(statusOf))).toEqual([401, 401, 200]);
  });

  it('changes, and no token is made with the old one', async () => {
    const account = await portal.anAccount();
    const { db, clock } = portal;
    const session = await createSessions({ db, clock: clock.now }).begin(account.id, undefined);
    const passwordHash = await loadPasswordHash(db, account.id);
    const here = createCaller(portal.app, `atrium_session=${session}`);
    await change(here, testPassword, better);
    const given = { name: 'late', scopes: ['read'] as const, expiresInDays: 1 };
    const made = createTokens({ db, clock: clock.now }).make(account.id, given, { session, passwordHash });
    await expect(made).rejects.toMatchObject({ code: 'bad_credentials' });
  });

  it('stays without the current one, and guessing it from an open session is slowed down', async () => {
    const account = await portal.anAccount();
    const caller = await portal.signedIn(account);
    for (let guess = 0; guess < 5; guess += 1) {
      const reply = await change(caller, 'wrong words here', better);
      expect([reply.statusCode, reply.json().code]).toEqual([401, 'bad_credentials']);
    }
    const reply = await change(caller, testPassword, better);
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([429, '60']);
    expect(await isSignedIn(await signIn(account.username))).toBe(true);
  });

  it.each([
    ['short', 'eleven sign'],
    ['the current one again', testPassword],
    ['near to the name', 'marisol-reyes-1'],
  ])('is not changed to one that is %s', async (_what, next) => {
    const account = await portal.anAccount({ fullName: 'Marisol Reyes' });
    const reply = await change(await portal.signedIn(account), testPassword, next);
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'weak_password']);
    expect(await isSignedIn(await signIn(account.username))).toBe(true);
  });

  it('is not added to an account that has none', async () => {
    const account = await portal.anAccount({ password: null });
    const reply = await change(await portal.signedIn(account), 'anything at all', better);
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'conflict']);
  });

  it('is never stored, logged or recorded', async () => {
    const account = await portal.anAccount();
    await change(await portal.signedIn(account), testPassword, 'unheard-of phrase 7');
    const accounts = await portal.db.selectFrom('account').selectAll().execute();
    const events = await portal.db.selectFrom('audit_event').selectAll().execute();
    expect(JSON.stringify([accounts, events])).not.toContain('unheard-of');
    expect(events.filter((one) => one.account_id === account.id).map((one) => one.action)).toEqual([
      'password_change',
    ]);
  });
});

describe('operators', () => {
  it('set a new password, and every earlier session and token ends', async () => {
    const account = await portal.anAccount();
    const caller = await portal.signedIn(account);
    const secret = await aToken(account);
    await setPassword(portal.db, { username: account.username, password: 'given by the desk' });
    expect([await isSignedIn(caller), await statusOf(secret)]).toEqual([false, 401]);
    expect(await isSignedIn(await signIn(account.username, 'given by the desk'))).toBe(true);
  });

  it('cannot set a weak password', async () => {
    const { username } = await portal.anAccount();
    await expect(setPassword(portal.db, { username, password: 'password1234' })).rejects.toMatchObject({
      code: 'weak_password',
    });
  });

  it('let a disabled account in again, without its old sessions and tokens', { tags: 'long' }, async () => {
    const account = await portal.anAccount();
    const caller = await portal.signedIn(account);
    await aToken(account);
    await disableAccount(portal.db, account.username);
    await enableAccount(portal.db, account.username);
    expect(await isSignedIn(caller)).toBe(false);
    const again = await signIn(account.username);
    expect((await again.get('auth/tokens')).json()).toEqual({ tokens: [] });
  });

  it.each([
    ['a password', () => setPassword(portal.db, { username: 'nobody', password: 'good enough for all' })],
    ['disabling', () => disableAccount(portal.db, 'nobody')],
    ['enabling', () => enableAccount(portal.db, 'nobody')],
  ])('get a refusal when there is no such account: %s', async (_what, act) => {
    await expect(act()).rejects.toMatchObject({ code: 'not_found' });
  });
});

const signIn = async (username: string, password = testPassword, headers: Record<string, string> = {}) => {
  const reply = await portal.anonymous.send({
    method: 'POST',
    url: '/api/v2/auth/login',
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify({ username, password }),
  });
  return createCaller(portal.app, String(reply.headers['set-cookie']).split(';', 1)[0]);
};
const isSignedIn = async (caller: { get: TestApp['anonymous']['get'] }) =>
  (await caller.get('auth/')).json().user !== null;
const sessionsOf = async (caller: { get: TestApp['anonymous']['get'] }) =>
  (await caller.get('auth/sessions/')).json().sessions;

/** A token of the account, made in a session of its own. */
const aToken = async (account: Account): Promise<string> => {
  const body = { name: 'mine', scopes: ['read'], expires_in_days: 1, password: testPassword };
  return (await (await portal.signedIn(account)).post('auth/tokens', body)).json().secret;
};
const statusOf = async (secret: string) => {
  const headers = { authorization: `Bearer ${secret}` };
  return (await portal.anonymous.send({ url: '/api/v2/dataset', headers })).statusCode;
};
