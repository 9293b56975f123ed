import { describe, expect, it } from 'vitest';
import { createCaller } from '../../testing/caller.ts';
import { testPassword } from '../../testing/factories.ts';
import { portalOfFile } from '../../testing/ofFile.ts';
import { anAccountWithFactor, codeOf, cookieOf, firstStep } from '../../testing/secondFactor.ts';
import { createSessions, disableAccount, setPassword } from '../index.ts';

const portal = await portalOfFile();

const linesOf = async (accountId: number) => {
  const lines = portal.db.selectFrom('audit_event').select(['action', 'detail']).orderBy('id');
  return lines.where('account_id', '=', accountId).execute();
};

describe('the first step of a sign-in', () => {
  it('begins a session at once where the second factor is off', async () => {
    const { reply } = await firstStep(portal, await portal.anAccount());
    expect(reply.json()).toMatchObject({ user: { id: expect.any(Number) }, second_step: null });
  });

  it('of an account with a second factor begins no session, and ends the one of this browser', async () => {
    const { account } = await anAccountWithFactor(portal);
    const before = await portal.signedIn(await portal.anAccount());
    const body = { username: account.username, password: testPassword };
    const reply = await before.post('auth/login', body);
    expect(reply.json()).toMatchObject({ user: null, session: null, second_step: 'show' });
    expect(cookieOf(reply, 'atrium_session')).toBe('atrium_session=');
    expect((await before.get('auth')).json().user).toBeNull();
    const waiting = createCaller(portal.app, cookieOf(reply, 'atrium_second_step'));
    expect((await waiting.get('auth')).json()).toMatchObject({ user: null, second_step: 'show' });
    expect((await waiting.get('auth/sessions')).statusCode).toBe(401);
  });

  it('begins no session where the second factor is turned on after it was judged', async () => {
    const account = await portal.anAccount();
    const { db, clock } = portal;
    const begin = () => {
      const start = { agent: '', address: '::1', provider: null, idToken: null, secondFactor: null };
      return createSessions({ db, clock: clock.now }).begin(account.id, undefined, start);
    };
    expect(await begin()).toMatch(/^[\w-]{43}$/);
    await anAccountWithFactor(portal, account);
    await expect(begin()).rejects.toMatchObject({ code: 'bad_credentials' });
  });

  it('with a wrong password says nothing of a second factor', async () => {
    const { account } = await anAccountWithFactor(portal);
    const body = { username: account.username, password: 'not this password' };
    const reply = await portal.anonymous.post('auth/login', body);
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'bad_credentials']);
    expect(cookieOf(reply, 'atrium_second_step')).toBe('');
  });

  it('sets a cookie that only the server reads, for this site alone', async () => {
    const { account } = await anAccountWithFactor(portal);
    const { reply } = await firstStep(portal, account);
    const set = [reply.headers['set-cookie'] ?? []].flat().find((one) => one.includes('second_step'));
    expect(set).toMatch(/Max-Age=600; Path=\/; HttpOnly; SameSite=Lax/);
  });
});

describe('a code', () => {
  it.each([-1, 0, 1])(
    'that is %i periods off is taken, and the session and the audit know it',
    async (off) => {
      const { account, secret } = await anAccountWithFactor(portal);
      const { waiting } = await firstStep(portal, account);
      const reply = await waiting.post('auth/login/code', { code: codeOf(portal, secret, off) });
      expect(reply.json()).toMatchObject({ user: { id: account.id }, second_step: null });
      const caller = createCaller(portal.app, cookieOf(reply, 'atrium_session'));
      expect((await caller.get('auth')).json().user.id).toBe(account.id);
      const stored = portal.db
        .selectFrom('session')
        .select('second_factor')
        .where('account_id', '=', account.id);
      expect(await stored.execute()).toContainEqual({ second_factor: 'totp' });
      expect((await linesOf(account.id)).slice(-2)).toEqual([
        { action: 'second_factor_asked', detail: { step: 'show', address: '127.0.0.1' } },
        { action: 'sign_in', detail: { secondFactor: 'totp' } },
      ]);
    },
  );

  it.each([-2, 2])('that is %i periods off is refused', async (off) => {
    const { account, secret } = await anAccountWithFactor(portal);
    const { waiting } = await firstStep(portal, account);
    const reply = await waiting.post('auth/login/code', { code: codeOf(portal, secret, off) });
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'bad_code']);
    expect((await linesOf(account.id)).at(-1)).toEqual({
      action: 'second_factor_refused',
      detail: { address: '127.0.0.1' },
    });
  });

  it('is taken with the space that apps show', { tags: 'long' }, async () => {
    const { account, secret } = await anAccountWithFactor(portal);
    const { waiting } = await firstStep(portal, account);
    const code = codeOf(portal, secret).replace(/^\d{3}/, '$& ');
    expect((await waiting.post('auth/login/code', { code })).statusCode).toBe(200);
  });

  it('is taken once, and then no earlier one', async () => {
    const { account, secret } = await anAccountWithFactor(portal);
    const statuses: number[] = [];
    for (const off of [0, 0, -1, 1]) {
      const { waiting } = await firstStep(portal, account);
      const reply = await waiting.post('auth/login/code', { code: codeOf(portal, secret, off) });
      statuses.push(reply.statusCode);
    }
    expect(statuses).toEqual([200, 400, 400, 200]);
  });

  it('given twice at the same time begins one session', async () => {
    const { account, secret } = await anAccountWithFactor(portal);
    const code = codeOf(portal, secret);
    const begun = [await firstStep(portal, account), await firstStep(portal, account)];
    const replies = await Promise.all(begun.map(({ waiting }) => waiting.post('auth/login/code', { code })));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  });

  it('of the account changes nothing about a sign-in that has begun', async () => {
    const { account, secret } = await anAccountWithFactor(portal);
    const { waiting } = await firstStep(portal, account);
    const replies = [
      await waiting.post('auth/login/set_up'),
      await waiting.post('auth/login/turn_on', { code: codeOf(portal, secret) }),
      await waiting.post('auth/second_factor/turn_off', { code: codeOf(portal, secret) }),
    ];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401]);
  });

  it('after five wrong ones waits for a minute, also in another sign-in; a recovery code does not', async () => {
    const { account, secret, recoveryCodes } = await anAccountWithFactor(portal);
    const wrong = codeOf(portal, secret) === '000000' ? '000001' : '000000';
    const { waiting } = await firstStep(portal, account);
    for (let guess = 0; guess < 5; guess += 1)
      expect((await waiting.post('auth/login/code', { code: wrong })).json().code).toBe('bad_code');
    const other = (await firstStep(portal, account)).waiting;
    const refused = await other.post('auth/login/code', { code: codeOf(portal, secret) });
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
    expect((await linesOf(account.id)).at(-2)).toMatchObject({
      action: 'second_factor_refused',
      detail: { seconds: 60 },
    });
    expect((await other.post('auth/login/code', { code: recoveryCodes[0] })).statusCode).toBe(200);
    portal.clock.advance(1);
    const last = (await firstStep(portal, account)).waiting;
    expect((await last.post('auth/login/code', { code: codeOf(portal, secret) })).statusCode).toBe(200);
  });
});

describe('a sign-in between its steps', () => {
  const giveCode = async (overtake: (username: string) => unknown) => {
    const { account, secret } = await anAccountWithFactor(portal);
    const { waiting } = await firstStep(portal, account);
    await overtake(account.username);
    return waiting.post('auth/login/code', { code: codeOf(portal, secret) });
  };

  it.each([
    ['ten minutes', () => portal.clock.advance(10)],
    [
      'another password',
      (username: string) => setPassword(portal.db, { username, password: 'tall harbour lamp' }),
    ],
    ['the end of the account', (username: string) => disableAccount(portal.db, username)],
  ])('ends after %s', async (_what, overtake) => {
    const reply = await giveCode(overtake);
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'bad_credentials']);
  });

  it('is not accepted in another browser', async () => {
    const { account, secret } = await anAccountWithFactor(portal);
    await firstStep(portal, account);
    const reply = await portal.anonymous.post('auth/login/code', { code: codeOf(portal, secret) });
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'bad_credentials']);
  });

  it('is ignored beside a token', async () => {
    const { account, secret, caller } = await anAccountWithFactor(portal);
    const body = { name: 'mine', scopes: ['read'], expires_in_days: 1, password: testPassword };
    const token = (await caller.post('auth/tokens', body)).json().secret;
    const { waiting } = await firstStep(portal, account);
    const beside = createCaller(portal.app, waiting.cookie, { authorization: `Bearer ${token}` });
    const reply = await beside.post('auth/login/code', { code: codeOf(portal, secret) });
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'bad_credentials']);
  });

  it('is ended by signing out', async () => {
    const { account, secret } = await anAccountWithFactor(portal);
    const { waiting } = await firstStep(portal, account);
    await waiting.post('auth/logout');
    expect((await waiting.get('auth')).json().second_step).toBeNull();
    expect((await waiting.post('auth/login/code', { code: codeOf(portal, secret) })).statusCode).toBe(401);
  });

  it('begins one session', async () => {
    const { account, recoveryCodes } = await anAccountWithFactor(portal);
    const { waiting } = await firstStep(portal, account);
    const statuses: number[] = [];
    for (const code of recoveryCodes.slice(0, 2))
      statuses.push((await waiting.post('auth/login/code', { code })).statusCode);
    expect(statuses).toEqual([200, 401]);
  });
});

describe('a recovery code', () => {
  it('signs in once, in any spelling, and is one less', async () => {
    const { account, recoveryCodes } = await anAccountWithFactor(portal);
    const code = ` ${recoveryCodes[3]?.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}`;
    const { waiting } = await firstStep(portal, account);
    const reply = await waiting.post('auth/login/code', { code });
    expect(reply.json().user.id).toBe(account.id);
    expect((await linesOf(account.id)).at(-1)).toEqual({
      action: 'sign_in',
      detail: { secondFactor: 'recovery' },
    });
    const caller = createCaller(portal.app, cookieOf(reply, 'atrium_session'));
    expect((await caller.get('auth/second_factor')).json().recovery_codes_left).toBe(9);
    const again = (await firstStep(portal, account)).waiting;
    expect((await again.post('auth/login/code', { code })).json().code).toBe('bad_code');
  });

  it('of another account is refused', async () => {
    const [one, other] = [await anAccountWithFactor(portal), await anAccountWithFactor(portal)];
    const { waiting } = await firstStep(portal, one.account);
    const reply = await waiting.post('auth/login/code', { code: other.recoveryCodes[0] });
    expect(reply.json().code).toBe('bad_code');
  });
});
