import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { describe, expect, it } from 'vitest';
import { localSignInOnly } from '../../config/signInSettings.ts';
import type { Caller } from '../../testing/caller.ts';
import { testPassword } from '../../testing/factories.ts';
import { portalOfFile } from '../../testing/ofFile.ts';
import {
  anAccountWithFactor,
  anAccountWithPasskey,
  codeOf,
  passkeyOrigin,
} from '../../testing/secondFactor.ts';
import { type Changes, createSoftAuthenticator } from '../../testing/softAuthenticator.ts';
import { testApp } from '../../testing/testApp.ts';
import { resetSecondFactor } from '../index.ts';
import { passkeySiteOf } from './verifyPasskey.ts';

const portal = await portalOfFile({ signIn: { ...localSignInOnly, publicUrl: passkeyOrigin } });

const password = testPassword;

describe('passkeys', () => {
  it.each([
    ['https://portal.example.org', 'portal.example.org'],
    ['https://portal.example.org:8443', 'portal.example.org'],
    ['http://localhost:3000', 'localhost'],
    ['http://portal.example.org', null],
    ['http://127.0.0.1:3000', null],
    ['https://192.0.2.7', null],
    ['https://[2001:db8::7]', null],
    [null, null],
  ])('of a site at %s belong to %s', (publicUrl, rpId) => {
    expect(passkeySiteOf(publicUrl)).toEqual(rpId === null ? null : { origin: publicUrl, rpId });
  });

  it('are not offered, and not begun, where browsers would make none', { tags: 'long' }, async () => {
    const other = await testApp();
    const caller = await other.signedIn(await other.anAccount());
    expect((await statusOf(caller)).offers_passkeys).toBe(false);
    const reply = await caller.post('auth/second_factor/passkeys/challenge', { password });
    expect(reply.json().code).toBe('conflict');
    await other.close();
  });
});

describe('a new passkey', () => {
  it.each([
    ['a wrong password', 'not this password', 'bad_credentials'],
    ['no password', undefined, 'bad_request'],
  ])('is not begun with %s', async (_what, given, code) => {
    const caller = await portal.signedIn(await portal.anAccount());
    const reply = await caller.post('auth/second_factor/passkeys/challenge', { password: given });
    expect(reply.json().code).toBe(code);
  });

  it('is not begun for an account without a password here', async () => {
    const caller = await portal.signedIn(await portal.anAccount({ password: null }));
    expect((await caller.post('auth/second_factor/passkeys/challenge', {})).json().code).toBe('conflict');
  });

  it('turns the second factor on, gives ten recovery codes and ends the other sessions; the audit records it', async () => {
    const account = await portal.anAccount();
    const other = await portal.signedIn(account);
    const { caller, recoveryCodes } = await anAccountWithPasskey(portal, account);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await other.get('auth')).json().user).toBeNull();
    const status = await statusOf(caller);
    expect(status).toMatchObject({
      is_on: true,
      has_app: false,
      offers_passkeys: true,
      recovery_codes_left: 10,
    });
    expect(status.passkeys).toEqual([
      { id: expect.any(Number), name: 'Blue key', created_at: status.since, last_used_at: null },
    ]);
    expect(await actionOf(caller)).toMatchObject({
      action: 'second_factor_on',
      detail: { passkey: status.passkeys[0].id },
    });
    const session = portal.db
      .selectFrom('session')
      .select('second_factor')
      .where('account_id', '=', account.id);
    expect(await session.execute()).toEqual([{ second_factor: 'passkey' }]);
  });

  it('beside an app gives no recovery codes and ends no session', async () => {
    const { account, caller } = await anAccountWithFactor(portal);
    const other = await portal.signedIn(account);
    const reply = await addTo(caller);
    expect(reply.json()).toEqual({ recovery_codes: [] });
    expect((await other.get('auth')).json().user.id).toBe(account.id);
    const status = await statusOf(caller);
    expect([status.has_app, status.passkeys[0].name]).toEqual([true, 'Phone']);
    expect(await actionOf(caller)).toMatchObject({
      action: 'passkey_add',
      detail: { passkey: status.passkeys[0].id },
    });
  });

  it.each<[string, Changes]>([
    ['for another origin', { origin: 'https://portal.example.net' }],
    ['for another port', { origin: `${passkeyOrigin}:8443` }],
    ['in a page that stands in one of another origin', { crossOrigin: true }],
    ['for another relying party', { rpId: 'example.org' }],
    ['for a challenge of nobody', { challenge: 'A'.repeat(43) }],
    ['that answers the question for one that is known', { type: 'webauthn.get' }],
    ['of which nobody has shown to be the owner', { isVerified: false }],
  ])('%s is refused, and the second factor stays off', async (_what, changes) => {
    const caller = await portal.signedIn(await portal.anAccount());
    const reply = await addTo(caller, changes);
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'bad_passkey']);
    expect(await statusOf(caller)).toMatchObject({ is_on: false, passkeys: [] });
  });

  it('answers its challenge once, within five minutes, in the same session, and for a new passkey only', async () => {
    const account = await portal.anAccount();
    const caller = await portal.signedIn(account);
    const other = await portal.signedIn(account);
    const codeFrom = async (by: Caller, passkey: unknown) =>
      (await by.post('auth/second_factor/passkeys', { name: 'Phone', passkey })).json().code;
    const make = async () => createSoftAuthenticator(passkeyOrigin).make(await beginOf(caller));
    expect(await codeFrom(other, await make())).toBe('bad_passkey');
    const late = await make();
    portal.clock.advance(5);
    expect(await codeFrom(caller, late)).toBe('bad_passkey');
    const creation = await beginOf(caller);
    const [first, second] = [0, 1].map(() => createSoftAuthenticator(passkeyOrigin).make(creation));
    expect(await codeFrom(caller, first)).toBeUndefined();
    expect(await codeFrom(caller, second)).toBe('bad_passkey');
    const challengeReply = await caller.post('auth/second_factor/challenge');
    const { challenge } = accessEndpoints.challenge.reply.parse(challengeReply.json());
    const swapped = createSoftAuthenticator(passkeyOrigin).make({ ...creation, challenge });
    expect(await codeFrom(caller, swapped)).toBe('bad_passkey');
  });

  it('of another account is refused, and stays with that account', async () => {
    const one = await anAccountWithPasskey(portal);
    const other = await portal.signedIn(await portal.anAccount());
    const made = one.authenticator.make(await beginOf(other));
    const reply = await other.post('auth/second_factor/passkeys', { name: 'Mine', passkey: made });
    expect(reply.json().code).toBe('bad_passkey');
    expect((await statusOf(other)).is_on).toBe(false);
    expect((await statusOf(one.caller)).passkeys).toHaveLength(1);
  });

  it('is not asked of an authenticator that has one, and there are at most twenty', {
    tags: 'long',
  }, async () => {
    const { account, caller } = await anAccountWithPasskey(portal);
    const { excludeCredentials } = await beginOf(caller);
    expect(excludeCredentials).toEqual([
      { id: expect.any(String), type: 'public-key', transports: ['internal'] },
    ]);
    for (let count = 1; count < 20; count += 1)
      await portal.db
        .insertInto('passkey')
        .values({
          account_id: account.id,
          credential_id: `${account.id}-${count}`,
          public_key: '',
          counter: 0,
          transports: [],
          name: 'Another',
          created_at: portal.clock.now(),
        })
        .execute();
    const reply = await caller.post('auth/second_factor/passkeys/challenge', { password });
    expect(reply.json().code).toBe('conflict');
  });
});

describe('removing', () => {
  const removeOf = (caller: Caller, id: number, given: unknown = { password }) =>
    caller.post(`auth/second_factor/passkeys/${id}/remove`, given);

  it('a passkey needs the password, ends the other sessions, and is in the audit', async () => {
    const { account, caller } = await anAccountWithFactor(portal);
    await addTo(caller);
    const [{ id }] = (await statusOf(caller)).passkeys;
    const other = await portal.signedIn(account);
    expect((await removeOf(caller, id, {})).json().code).toBe('bad_request');
    expect((await removeOf(caller, id, { password: 'not this password' })).json().code).toBe(
      'bad_credentials',
    );
    expect((await statusOf(caller)).passkeys).toHaveLength(1);
    expect((await removeOf(caller, id)).json()).toEqual({ status: 'complete' });
    expect(await statusOf(caller)).toMatchObject({ is_on: true, passkeys: [], recovery_codes_left: 10 });
    expect((await other.get('auth')).json().user).toBeNull();
    expect(await actionOf(caller)).toMatchObject({ action: 'passkey_remove', detail: { passkey: id } });
  });

  it('the last passkey is refused: the second factor is turned off instead', async () => {
    const { caller } = await anAccountWithPasskey(portal);
    const [{ id }] = (await statusOf(caller)).passkeys;
    expect((await removeOf(caller, id)).json().code).toBe('conflict');
    expect((await statusOf(caller)).passkeys).toHaveLength(1);
  });

  it('a passkey of another account is refused, and leaves it', async () => {
    const [one, other] = [await anAccountWithPasskey(portal), await anAccountWithPasskey(portal)];
    const [{ id }] = (await statusOf(one.caller)).passkeys;
    expect((await removeOf(other.caller, id)).json().code).toBe('not_found');
    expect((await statusOf(one.caller)).passkeys).toHaveLength(1);
  });

  it('removing the app needs the password and a passkey; then its codes are refused', async () => {
    const { caller, secret } = await anAccountWithFactor(portal);
    const remove = (given: unknown = { password }) => caller.post('auth/second_factor/remove_app', given);
    expect((await remove()).json().code).toBe('conflict');
    await addTo(caller);
    expect((await remove({ password: 'not this password' })).json().code).toBe('bad_credentials');
    expect((await statusOf(caller)).has_app).toBe(true);
    expect((await remove()).json()).toEqual({ status: 'complete' });
    expect(await statusOf(caller)).toMatchObject({ is_on: true, has_app: false });
    expect((await actionOf(caller)).action).toBe('code_app_remove');
    expect((await remove()).json().code).toBe('not_found');
    const off = { password, code: codeOf(portal, secret) };
    expect((await caller.post('auth/second_factor/turn_off', off)).json().code).toBe('bad_code');
  });
});

describe('a second factor of a passkey', () => {
  it('is turned off, or gets new recovery codes, with the password and the passkey', async () => {
    const { caller, authenticator } = await anAccountWithPasskey(portal);
    const show = async () => {
      const challengeReply = await caller.post('auth/second_factor/challenge');
      return authenticator.show(accessEndpoints.challenge.reply.parse(challengeReply.json()));
    };
    const renew = (given: object) => caller.post('auth/second_factor/recovery_codes', { password, ...given });
    expect((await renew({})).json().code).toBe('bad_request');
    expect((await renew({ passkey: await show(), code: '123456' })).json().code).toBe('bad_request');
    expect((await renew({ passkey: await show() })).json().recovery_codes).toHaveLength(10);
    const off = (given: object) => caller.post('auth/second_factor/turn_off', given);
    const wrong = { password: 'not this password', passkey: await show() };
    expect((await off(wrong)).json().code).toBe('bad_credentials');
    expect((await off({ password, passkey: await show() })).json()).toEqual({ status: 'complete' });
    expect(await statusOf(caller)).toMatchObject({ is_on: false, passkeys: [], recovery_codes_left: 0 });
  });

  it('takes an app besides, which keeps the recovery codes', { tags: 'long' }, async () => {
    const { caller } = await anAccountWithPasskey(portal);
    const { secret } = (await caller.post('auth/second_factor/set_up', { password })).json();
    const reply = await caller.post('auth/second_factor/turn_on', { code: codeOf(portal, secret) });
    expect(reply.json()).toEqual({ recovery_codes: [] });
    expect(await statusOf(caller)).toMatchObject({ has_app: true, recovery_codes_left: 10 });
    expect((await actionOf(caller)).action).toBe('code_app_add');
  });

  it('is taken away by an operator, with its passkeys, sessions and what was begun', async () => {
    const { account, caller } = await anAccountWithPasskey(portal);
    await caller.post('auth/second_factor/challenge');
    await resetSecondFactor(portal.db, account.username);
    expect((await caller.get('auth')).json().user).toBeNull();
    for (const table of ['passkey', 'passkey_challenge', 'recovery_code'] as const) {
      const left = portal.db.selectFrom(table).select('account_id').where('account_id', '=', account.id);
      expect(await left.execute()).toEqual([]);
    }
  });
});

/** A challenge for a new passkey. */
const beginOf = async (caller: Caller) =>
  accessEndpoints.newPasskey.reply.parse(
    (await caller.post('auth/second_factor/passkeys/challenge', { password })).json(),
  );

/** The answer to it; `changes` make it a wrong one. */
async function addTo(caller: Caller, changes: Changes = {}) {
  const made = createSoftAuthenticator(passkeyOrigin).make(await beginOf(caller), changes);
  return caller.post('auth/second_factor/passkeys', { name: ' Phone ', passkey: made });
}

const statusOf = async (caller: Caller) => (await caller.get('auth/second_factor')).json();
const actionOf = async (caller: Caller) => (await caller.get('audit')).json().results[0];
