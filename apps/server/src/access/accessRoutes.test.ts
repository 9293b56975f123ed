import { describe, expect, it } from 'vitest';
import { localSignInOnly } from '../config/signInSettings.ts';
import { testPassword } from '../testing/factories.ts';
import { portalOfFile } from '../testing/ofFile.ts';
import { type TestApp, testApp } from '../testing/testApp.ts';
import { demoPassword, disableAccount } from './index.ts';

const portal = await portalOfFile();

describe('signing in', () => {
  it.each([
    ['a wrong password', 'wrong words here', true],
    ['an unknown name', testPassword, false],
  ])('is refused for %s with the same detail', async (_what, password, isKnown) => {
    const { username } = await portal.anAccount();
    const reply = await signIn(isKnown ? username : `no-${username}`, password);
    expect([reply.statusCode, reply.json()]).toMatchObject([
      401,
      { code: 'bad_credentials', detail: 'The user name or the password is wrong.' },
    ]);
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  it('returns the account and sets a cookie that scripts and other sites do not get', async () => {
    const account = await portal.anAccount({
      fullName: 'Ada Byron',
      email: 'ada@example.org',
      isStaff: true,
    });
    const reply = await signIn(account.username, testPassword);
    expect([reply.statusCode, reply.json().user]).toEqual([
      200,
      {
        id: account.id,
        username: account.username,
        isStaff: true,
        name: 'Ada Byron',
        email: 'ada@example.org',
      },
    ]);
    expect(reply.headers['set-cookie']).toMatch(
      /^atrium_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  it('is refused with the password of the demo, whoever has it, unless the portal is for this machine only', async () => {
    const given = { username: 'curator', password: demoPassword };
    await portal.anAccount(given);
    const refused = await signIn(given.username, given.password);
    expect([refused.statusCode, refused.json().code]).toEqual([401, 'bad_credentials']);

    const ownMachine = await testApp({ acceptsDemoAccounts: true });
    await ownMachine.anAccount(given);
    const reply = await ownMachine.anonymous.send({
      method: 'POST',
      url: '/api/v2/auth/login/',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(given),
    });
    await ownMachine.close();
    expect(reply.statusCode).toBe(200);
  });

  it('finds the name in any case of letters', async () => {
    const { username } = await portal.anAccount({ username: 'Marisol.Reyes' });
    expect((await signIn(username.toUpperCase(), testPassword)).statusCode).toBe(200);
  });

  it('makes a new token each time, ends the session it replaces and stores neither', async () => {
    const account = await portal.anAccount();
    const before = await portal.signedIn(account);
    const reply = await signIn(account.username, testPassword, { cookie: before.cookie });
    const token = String(reply.headers['set-cookie']).slice(
      'atrium_session='.length,
      'atrium_session='.length + 43,
    );
    expect(before.cookie).not.toContain(token);
    expect((await before.get('auth/')).json().user).toBeNull();
    const sessions = await portal.db
      .selectFrom('session')
      .selectAll()
      .where('account_id', '=', account.id)
      .execute();
    expect(sessions).toHaveLength(1);
    expect(JSON.stringify(sessions)).not.toContain(token);
  });

  it('is refused to a page of another site, with the right password too', async () => {
    const { username } = await portal.anAccount();
    const reply = await signIn(username, testPassword, { origin: 'https://evil.example' });
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'cross_site']);
  });

  it('is recorded in the audit, as are refusals and signing out', async () => {
    const account = await portal.anAccount();
    await signIn(account.username, 'wrong words here');
    const { headers } = await signIn(account.username, testPassword);
    await portal.anonymous.send({
      method: 'POST',
      url: '/api/v2/auth/logout/',
      headers: { cookie: String(headers['set-cookie']).split(';', 1)[0] },
    });
    expect(await actionsOf(account.id)).toEqual(['sign_in_refused', 'sign_in', 'sign_out']);
  });
});

describe('too many wrong passwords', () => {
  const from = (address: string, username: string, password: string) =>
    portal.anonymous.send({
      method: 'POST',
      url: '/api/v2/auth/login/',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ username, password }),
      remoteAddress: address,
    });
  const guess = async (times: number, address: string, username: string) => {
    const statuses = new Set<number>();
    for (let attempt = 0; attempt < times; attempt += 1)
      statuses.add((await from(address, username, 'wrong words here')).statusCode);
    return [...statuses];
  };

  it('lead to a wait, even before the right one, which grows each time up to a limit', async () => {
    const { username } = await portal.anAccount();
    expect(await guess(5, '10.0.0.1', username)).toEqual([401]);
    const reply = await from('10.0.0.1', username, testPassword);
    expect([reply.statusCode, reply.json().code, reply.headers['retry-after']]).toEqual([
      429,
      'too_many_requests',
      '15',
    ]);
    portal.clock.advance(0.25);
    expect(await guess(1, '10.0.0.1', username)).toEqual([401]);
    expect((await from('10.0.0.1', username, testPassword)).headers['retry-after']).toBe('30');
    portal.clock.advance(0.5);
    expect((await from('10.0.0.1', username, testPassword)).statusCode).toBe(200);
  });

  it('are counted for unknown names in the same way', async () => {
    await guess(5, '10.0.0.2', 'nobody-at-all');
    expect((await from('10.0.0.2', 'Nobody-At-All', 'wrong words here')).statusCode).toBe(429);
  });

  it('sent all at once are counted before they are checked', async () => {
    const { username } = await portal.anAccount();
    const replies = await Promise.all(
      Array.from({ length: 9 }, () => from('10.0.0.3', username, 'wrong words here')),
    );
    expect(replies.filter((reply) => reply.statusCode === 429)).toHaveLength(4);
  });

  it('are not counted for people who sign in with the right one', async () => {
    const { username } = await portal.anAccount();
    for (let attempt = 0; attempt < 8; attempt += 1)
      expect((await from('10.0.0.4', username, testPassword)).statusCode).toBe(200);
  });

  it('lock out the address that guesses and no other', async () => {
    const { username } = await portal.anAccount();
    await guess(6, '10.0.0.5', username);
    expect((await from('10.0.0.6', username, testPassword)).statusCode).toBe(200);
  });

  it('from many addresses slow the account down for a minute at most, and not at an address where its owner signed in', {
    tags: 'long',
  }, async () => {
    const { username } = await portal.anAccount();
    await from('10.0.0.7', username, testPassword);
    for (let bot = 0; bot < 5; bot += 1) await guess(5, `10.0.1.${bot}`, username);
    expect((await from('10.0.0.7', username, testPassword)).statusCode).toBe(200);
    const elsewhere = await from('10.0.0.8', username, testPassword);
    expect(elsewhere.statusCode).toBe(429);
    expect(Number(elsewhere.headers['retry-after'])).toBeLessThanOrEqual(60);
    portal.clock.advance(1);
    expect((await from('10.0.0.8', username, testPassword)).statusCode).toBe(200);
  });

  it('are recorded in the audit with the wait that followed', async () => {
    const account = await portal.anAccount();
    await guess(5, '10.0.0.9', account.username);
    expect((await actionsOf(account.id)).slice(-2)).toEqual(['sign_in_refused', 'account_locked']);
  });
});

describe('a session', () => {
  const whoIs = async (caller: { get: TestApp['anonymous']['get'] }) =>
    (await caller.get('auth/')).json().user;

  it('is null for an anonymous caller, with 200 and the version', async () => {
    const reply = await portal.anonymous.get('auth');
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      {
        user: null,
        chironVersion: 'v6.5.3',
        version: 'v6.5.3',
        session: null,
        sign_in: { local: true, providers: [] },
        second_step: null,
        second_step_ways: [],
      },
    ]);
  });

  it.each(['', 'x', 'a'.repeat(43), '../../etc', '%00', `${'a'.repeat(42)}\u00e9`])(
    'is null for a made-up token: %j',
    async (token) => {
      const reply = await portal.anonymous.send({
        url: '/api/v2/auth/',
        headers: { cookie: `atrium_session=${encodeURIComponent(token)}` },
      });
      expect([reply.statusCode, reply.json().user]).toEqual([200, null]);
    },
  );

  it('lasts thirty minutes from the last load of the user, and no other call prolongs it', async () => {
    const caller = await portal.signedIn(await portal.anAccount());
    portal.clock.advance(29);
    expect(await whoIs(caller)).not.toBeNull();
    portal.clock.advance(29);
    expect((await caller.get('dataset')).statusCode).toBe(200);
    portal.clock.advance(1);
    expect((await caller.get('dataset')).statusCode).toBe(401);
    expect(await whoIs(caller)).toBeNull();
  });

  it('shows its end as an instant and in seconds, and when to warn', async () => {
    const caller = await portal.signedIn(await portal.anAccount());
    portal.clock.advance(10);
    const { session } = (await caller.get('auth/')).json();
    expect(session).toEqual({
      expires_at: new Date(portal.clock.now().getTime() + 30 * 60_000).toISOString(),
      seconds_left: 1800,
      warning_seconds: 120,
      idle_seconds: 3600,
      is_final: false,
      has_password: true,
    });
  });

  it('ends after twelve hours, however often the user is loaded, and announces it', async () => {
    const caller = await portal.signedIn(await portal.anAccount());
    for (let load = 0; load < 36; load += 1) {
      expect((await caller.get('auth/')).json().session.is_final).toBe(load >= 35);
      portal.clock.advance(20);
    }
    expect(await whoIs(caller)).toBeNull();
  });

  it('ends at once at sign-out, for every holder of the token, and the cookie is deleted', async () => {
    const account = await portal.anAccount();
    const [caller, elsewhere] = [await portal.signedIn(account), await portal.signedIn(account)];
    const reply = await caller.post('auth/logout/');
    expect([reply.statusCode, reply.json()]).toEqual([200, { status: 'complete', logout_url: null }]);
    expect(reply.headers['set-cookie']).toContain('atrium_session=; Max-Age=0');
    expect([await whoIs(caller), (await whoIs(elsewhere))?.id]).toEqual([null, account.id]);
  });

  it('ends with its account', async () => {
    const account = await portal.anAccount();
    const caller = await portal.signedIn(account);
    await portal.db.deleteFrom('account').where('id', '=', account.id).execute();
    expect(await whoIs(caller)).toBeNull();
  });

  it('ends when its account is disabled, and no other begins after it', async () => {
    const account = await portal.anAccount();
    const caller = await portal.signedIn(account);
    await disableAccount(portal.db, account.username);
    expect(await whoIs(caller)).toBeNull();
    await expect(portal.signedIn(account)).rejects.toThrow();
    const reply = await signIn(account.username, testPassword);
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'bad_credentials']);
  });

  it('can be signed out of when there is none', async () => {
    expect((await portal.anonymous.post('auth/logout')).statusCode).toBe(200);
  });
});

describe('a portal without local accounts', () => {
  it('names that in its sign-in options and accepts no password, right or wrong', async () => {
    const own = await testApp({ signIn: { ...localSignInOnly, local: false } });
    const { username } = await own.anAccount();
    const reply = await own.anonymous.post('auth/login', { username, password: testPassword });
    const { sign_in: offered } = (await own.anonymous.get('auth')).json();
    await own.close();
    expect([reply.statusCode, reply.json().code, offered.local]).toEqual([403, 'not_permitted', false]);
  });
});

describe('behind TLS', () => {
  it('the cookie is Secure and bound to this host, and a cookie that a neighbouring site could set is ignored', async () => {
    const behind = await testApp({ config: { allowedOrigins: [], trustProxy: true } });
    const { username } = await behind.anAccount();
    const send = (url: string, headers: object, payload?: object) =>
      behind.anonymous.send({
        method: payload === undefined ? 'GET' : 'POST',
        url: `/api/v2/${url}`,
        headers: { 'x-forwarded-proto': 'https', ...headers },
        ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
      });
    const reply = await send('auth/login', {}, { username, password: testPassword });
    const set = String(reply.headers['set-cookie']);
    const [cookie = ''] = set.split(';');
    const whoIs = async (held: string) => (await send('auth/', { cookie: held })).json().user;
    const seen = [await whoIs(cookie), await whoIs(cookie.replace('__Host-', ''))];
    const out = await send('auth/logout', { cookie }, {});
    await behind.close();
    expect(set).toMatch(/^__Host-atrium_session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(seen).toEqual([expect.objectContaining({ username }), null]);
    expect(out.headers['set-cookie']).toMatch(/^__Host-atrium_session=; Max-Age=0; Path=\/;.* Secure/);
  });
});

it('the version is open to all', async () => {
  expect((await portal.anonymous.get('version/')).json()).toEqual({ version: '0.1.0', data_hub: '4.3.0' });
});

const signIn = (username: string, password: string, headers: Record<string, string> = {}) =>
  portal.anonymous.send({
    method: 'POST',
    url: '/api/v2/auth/login/',
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify({ username, password }),
  });

const actionsOf = async (accountId: number) => {
  const rows = await portal.db
    .selectFrom('audit_event')
    .select('action')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.action);
};
