import { describe, expect, it } from 'vitest';
import { testPassword } from '../../testing/factories.ts';
import { portalOfFile } from '../../testing/ofFile.ts';
import { anAccountWithFactor, codeOf } from '../../testing/secondFactor.ts';
import { createFactors } from './factors.ts';
import { createSeal } from './seal.ts';

const portal = await portalOfFile();

const setUp = async (password: string | undefined = testPassword) => {
  const account = await portal.anAccount();
  const caller = await portal.signedIn(account);
  return { account, caller, reply: await caller.post('auth/second_factor/set_up', { password }) };
};

describe('a second factor', () => {
  it('is off in the beginning', async () => {
    const caller = await portal.signedIn(await portal.anAccount());
    expect((await caller.get('auth/second_factor')).json()).toEqual({
      is_on: false,
      since: null,
      has_app: false,
      passkeys: [],
      offers_passkeys: false,
      recovery_codes_left: 0,
      is_required: false,
    });
  });

  it.each([
    ['a wrong password', 'not this password', 'bad_credentials'],
    ['no password', undefined, 'bad_request'],
  ])('is not set up with %s', async (_what, password, code) => {
    const caller = await portal.signedIn(await portal.anAccount());
    const reply = await caller.post('auth/second_factor/set_up', { password });
    expect(reply.json().code).toBe(code);
  });

  it('is not set up for an account without a password here', async () => {
    const caller = await portal.signedIn(await portal.anAccount({ password: null }));
    expect((await caller.post('auth/second_factor/set_up', {})).json().code).toBe('conflict');
  });

  it('has a secret for apps, with the names of site and account', async () => {
    const { account, reply } = await setUp();
    const { secret, uri } = reply.json();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const { host, pathname, searchParams } = new URL(uri);
    expect([host, pathname, searchParams.get('secret'), searchParams.get('issuer')]).toEqual([
      'totp',
      `/Atrium:${account.username}`,
      secret,
      'Atrium',
    ]);
  });

  it('is on only after a right code, and not from a set-up of a quarter of an hour ago', async () => {
    const { caller, reply } = await setUp();
    const { secret } = reply.json();
    const wrong = await caller.post('auth/second_factor/turn_on', { code: codeOf(portal, secret, 5) });
    expect([wrong.json().code, (await caller.get('auth/second_factor')).json().is_on]).toEqual([
      'bad_code',
      false,
    ]);
    portal.clock.advance(15);
    const late = await caller.post('auth/second_factor/turn_on', { code: codeOf(portal, secret) });
    expect(late.json().code).toBe('bad_code');
  });

  it('that is turned on gives ten recovery codes and ends the other sessions; the audit knows it', async () => {
    const account = await portal.anAccount();
    const other = await portal.signedIn(account);
    const { recoveryCodes, caller } = await anAccountWithFactor(portal, account);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(
      recoveryCodes.every((code) => /^([0-9A-HJKMNP-TV-Z]{6}-){3}[0-9A-HJKMNP-TV-Z]{6}$/.test(code)),
    ).toBe(true);
    expect((await other.get('auth')).json().user).toBeNull();
    expect((await caller.get('auth/second_factor')).json()).toMatchObject({
      is_on: true,
      recovery_codes_left: 10,
    });
    expect((await caller.get('audit')).json().results[0].action).toBe('second_factor_on');
  });

  it('that is on is not set up again', async () => {
    const { caller } = await anAccountWithFactor(portal);
    const reply = await caller.post('auth/second_factor/set_up', { password: testPassword });
    expect(reply.json().code).toBe('conflict');
  });

  it('is stored encrypted, its recovery codes as hashes, and none of them reach the audit', async () => {
    const { account, secret, recoveryCodes } = await anAccountWithFactor(portal);
    const { db } = portal;
    const [totp, codes, lines] = await Promise.all([
      db.selectFrom('account_totp').selectAll().where('account_id', '=', account.id).execute(),
      db.selectFrom('recovery_code').selectAll().execute(),
      db.selectFrom('audit_event').selectAll().execute(),
    ]);
    const stored = JSON.stringify([totp, codes, lines]);
    expect([totp.length, codes.length > 0]).toEqual([1, true]);
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(text);
  });

  it('whose key is gone refuses codes of the app with not_ready, and takes recovery codes', async () => {
    const { account, secret, recoveryCodes } = await anAccountWithFactor(portal);
    const seal = createSeal(new Uint8Array(32).fill(8));
    const factors = createFactors({
      db: portal.db,
      clock: portal.clock.now,
      seal,
      siteTitle: 'Atrium',
      passkeySite: null,
    });
    const given = { accountId: account.id, address: '::1' };
    const refused = factors.take({ ...given, proof: { kind: 'code', code: codeOf(portal, secret) } });
    await expect(refused).rejects.toMatchObject({ code: 'not_ready' });
    expect(await factors.take({ ...given, proof: { kind: 'code', code: recoveryCodes[0] ?? '' } })).toBe(
      'recovery',
    );
  });
});

describe('turning it off, or making new recovery codes', () => {
  it.each(['turn_off', 'recovery_codes'])('needs the password and a code: %s', async (call) => {
    const { caller, secret } = await anAccountWithFactor(portal);
    const ask = async (body: object) => (await caller.post(`auth/second_factor/${call}`, body)).json().code;
    const code = codeOf(portal, secret);
    expect(await ask({ code })).toBe('bad_request');
    expect(await ask({ code, password: 'not this password' })).toBe('bad_credentials');
    expect(await ask({ code: codeOf(portal, secret, 5), password: testPassword })).toBe('bad_code');
    expect((await caller.get('auth/second_factor')).json()).toMatchObject({
      is_on: true,
      recovery_codes_left: 10,
    });
    expect(await ask({ code, password: testPassword })).toBeUndefined();
  });

  it('off: the account signs in with the password alone, other sessions and recovery codes end', async () => {
    const { account, caller, secret, recoveryCodes } = await anAccountWithFactor(portal);
    const other = await portal.signedIn(account);
    const body = { password: testPassword, code: codeOf(portal, secret) };
    expect((await caller.post('auth/second_factor/turn_off', body)).json()).toEqual({ status: 'complete' });
    expect((await other.get('auth')).json().user).toBeNull();
    expect((await caller.get('auth/second_factor')).json()).toMatchObject({
      is_on: false,
      recovery_codes_left: 0,
    });
    const { username } = account;
    const signIn = await portal.anonymous.post('auth/login', { username, password: testPassword });
    expect(signIn.json().user.id).toBe(account.id);
    expect(recoveryCodes).toHaveLength(10);
    const left = portal.db
      .selectFrom('recovery_code')
      .select('code_hash')
      .where('account_id', '=', account.id);
    expect(await left.execute()).toEqual([]);
  });

  it('new recovery codes replace the old ones', async () => {
    const { caller, secret, recoveryCodes } = await anAccountWithFactor(portal);
    const body = { password: testPassword, code: codeOf(portal, secret) };
    const fresh = (await caller.post('auth/second_factor/recovery_codes', body)).json().recovery_codes;
    expect(fresh).toHaveLength(10);
    const off = (code: unknown) =>
      caller.post('auth/second_factor/turn_off', { password: testPassword, code });
    expect((await off(recoveryCodes[0])).json().code).toBe('bad_code');
    expect((await off(fresh[0])).json()).toEqual({ status: 'complete' });
  });
});
