import { describe, expect, it } from 'vitest';
import { localSignInOnly } from '../../config/signInSettings.ts';
import { createCaller } from '../../testing/caller.ts';
import { testPassword } from '../../testing/factories.ts';
import { portalOfFile } from '../../testing/ofFile.ts';
import { anAccountWithFactor, codeOf, cookieOf, firstStep } from '../../testing/secondFactor.ts';
import { resetSecondFactor } from '../index.ts';

const staff = () => portal.anAccount({ isStaff: true });
const phi = async () => (await portal.aMember({ level: 'phi' })).account;

const portal = await portalOfFile({ signIn: { ...localSignInOnly, secondFactor: 'staff-and-phi' } });

const newToken = { name: 'mine', scopes: ['read'], expires_in_days: 1, password: testPassword };

describe('where the site requires a second factor of staff and of members at level phi', () => {
  it.each([
    ['deid', async () => (await portal.aMember({ level: 'deid' })).account],
    ['agg', async () => (await portal.aMember({ level: 'agg' })).account],
  ])('a member at level %s signs in with the password alone', async (_level, make) => {
    expect((await firstStep(portal, await make())).reply.json()).toMatchObject({ second_step: null });
  });

  it.each([
    ['staff', staff],
    ['a member at level phi', phi],
  ])('%s without one sets it up after the password, and reaches nothing before', async (_who, make) => {
    const account = await make();
    const { reply, waiting } = await firstStep(portal, account);
    expect(reply.json()).toMatchObject({ user: null, second_step: 'set_up' });
    expect(cookieOf(reply, 'atrium_session')).toBe('atrium_session=');
    for (const path of ['auth/sessions', 'dataset', 'audit/all', 'auth/second_factor'])
      expect((await waiting.get(path)).statusCode).toBe(401);
    const { secret } = (await waiting.post('auth/login/set_up')).json();
    const wrong = await waiting.post('auth/login/turn_on', { code: codeOf(portal, secret, 5) });
    expect(wrong.json().code).toBe('bad_code');
    const on = await waiting.post('auth/login/turn_on', { code: codeOf(portal, secret) });
    expect(on.json().recovery_codes).toHaveLength(10);
    const caller = createCaller(portal.app, cookieOf(on, 'atrium_session'));
    expect((await caller.get('auth')).json().user.id).toBe(account.id);
    expect((await caller.get('auth/second_factor')).json()).toMatchObject({ is_on: true, is_required: true });
    const again = await waiting.post('auth/login/turn_on', { code: codeOf(portal, secret, 1) });
    expect(again.statusCode).toBe(401);
  });

  it('a session without one ends when its account becomes a member at level phi', async () => {
    const account = await portal.anAccount();
    const caller = await portal.signedIn(account);
    expect((await caller.get('auth')).json().user.id).toBe(account.id);
    await portal.aMember({ account, level: 'phi' });
    expect((await caller.get('auth')).json().user).toBeNull();
    expect((await caller.get('dataset')).statusCode).toBe(401);
  });

  it('a person who becomes one by entering a dataset sees nothing of it before', async () => {
    const { uniqueId } = await portal.aDataset({
      packagePath: portal.smallPackage,
      settings: { autoMembership: { level: 'phi' } },
    });
    const caller = await portal.signedIn(await portal.anAccount());
    expect((await caller.get(`dataset/${uniqueId}`)).statusCode).toBe(401);
    expect((await caller.get('auth')).json().user).toBeNull();
  });

  it('a token that was made without one is refused, and one that was made with one is taken', async () => {
    const account = await portal.anAccount();
    const caller = await portal.signedIn(account);
    const weak = (await caller.post('auth/tokens', newToken)).json().secret;
    const strong = await anAccountWithFactor(portal);
    const good = (await strong.caller.post('auth/tokens', newToken)).json().secret;
    const ask = async (secret: string) =>
      (await createCaller(portal.app, '', { authorization: `Bearer ${secret}` }).get('auth/memberships'))
        .statusCode;
    expect([await ask(weak), await ask(good)]).toEqual([200, 200]);
    await portal.aMember({ account, level: 'phi' });
    await portal.aMember({ account: strong.account, level: 'phi' });
    expect([await ask(weak), await ask(good)]).toEqual([401, 200]);
  });

  it('turning it off ends this session too, closes tokens that were made with it, and the next sign-in sets up a new one', {
    tags: 'long',
  }, async () => {
    const { account, caller, secret } = await anAccountWithFactor(portal);
    await portal.aMember({ account, level: 'phi' });
    const token = (await caller.post('auth/tokens', newToken)).json().secret;
    const program = createCaller(portal.app, '', { authorization: `Bearer ${token}` });
    expect((await program.get('auth/memberships')).statusCode).toBe(200);
    const body = { password: testPassword, code: codeOf(portal, secret) };
    expect((await caller.post('auth/second_factor/turn_off', body)).statusCode).toBe(200);
    expect((await caller.get('auth')).json().user).toBeNull();
    expect((await program.get('auth/memberships')).statusCode).toBe(401);
    expect((await firstStep(portal, account)).reply.json().second_step).toBe('set_up');
  });

  it('a set-up that began before another one was finished has no effect', async () => {
    const account = await staff();
    const [one, other] = [await firstStep(portal, account), await firstStep(portal, account)];
    const first = (await one.waiting.post('auth/login/set_up')).json().secret;
    const second = (await other.waiting.post('auth/login/set_up')).json().secret;
    const turnOn = async ({ waiting }: typeof one, secret: string) =>
      (await waiting.post('auth/login/turn_on', { code: codeOf(portal, secret) })).statusCode;
    expect(await turnOn(one, first)).toBe(400);
    expect(await turnOn(other, second)).toBe(200);
    expect((await one.waiting.post('auth/login/set_up')).json().code).toBe('conflict');
  });
});

describe('a lost second factor', () => {
  it('is taken away by an operator, with sessions, tokens and what was begun', { tags: 'long' }, async () => {
    const { account, caller, secret, recoveryCodes } = await anAccountWithFactor(portal);
    const token = (await caller.post('auth/tokens', newToken)).json().secret;
    const { waiting } = await firstStep(portal, account);
    await resetSecondFactor(portal.db, account.username);
    expect((await caller.get('auth')).json().user).toBeNull();
    const program = createCaller(portal.app, '', { authorization: `Bearer ${token}` });
    expect((await program.get('auth/memberships')).statusCode).toBe(401);
    for (const code of [codeOf(portal, secret), recoveryCodes[0]])
      expect((await waiting.post('auth/login/code', { code })).statusCode).toBe(401);
    expect((await firstStep(portal, account)).reply.json().user.id).toBe(account.id);
  });

  it('is not taken from an account that has none', async () => {
    const { username } = await portal.anAccount();
    await expect(resetSecondFactor(portal.db, username)).rejects.toMatchObject({ code: 'conflict' });
  });
});
