import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { describe, expect, it } from 'vitest';
import { localSignInOnly } from '../../config/signInSettings.ts';
import { type Caller, createCaller } from '../../testing/caller.ts';
import { testPassword } from '../../testing/factories.ts';
import { portalOfFile } from '../../testing/ofFile.ts';
import {
  anAccountWithFactor,
  anAccountWithPasskey,
  cookieOf,
  firstStep,
  passkeyOrigin,
} from '../../testing/secondFactor.ts';
import { type Changes, createSoftAuthenticator } from '../../testing/softAuthenticator.ts';

const signIn = { ...localSignInOnly, publicUrl: passkeyOrigin, secondFactor: 'staff' } as const;
const portal = await portalOfFile({ signIn });

const challengeOf = async (waiting: Caller) =>
  accessEndpoints.challengeAtSignIn.reply.parse((await waiting.post('auth/login/passkey/challenge')).json());

const give = (waiting: Caller, passkey: unknown) => waiting.post('auth/login/passkey', { passkey });
const codeFrom = async (waiting: Caller, passkey: unknown) => (await give(waiting, passkey)).json().code;

describe('a passkey as the second step of a sign-in', () => {
  it('signs in; the session, the passkey and the audit know it', async () => {
    const { account, authenticator, reply, waiting } = await begun();
    expect(reply.json()).toMatchObject({ user: null, second_step: 'show', second_step_ways: ['passkey'] });
    expect((await waiting.get('auth')).json().second_step_ways).toEqual(['passkey']);
    portal.clock.advance(1);
    const given = await give(waiting, authenticator.show(await challengeOf(waiting)));
    expect(given.json()).toMatchObject({ user: { id: account.id }, second_step: null });
    const caller = createCaller(portal.app, cookieOf(given, 'atrium_session'));
    const [kept] = (await caller.get('auth/second_factor')).json().passkeys;
    expect(kept.last_used_at).toBe(portal.clock.now().toISOString());
    const stored = portal.db
      .selectFrom('session')
      .select('second_factor')
      .where('account_id', '=', account.id);
    expect(await stored.execute()).toContainEqual({ second_factor: 'passkey' });
    expect((await caller.get('audit')).json().results[0]).toMatchObject({
      action: 'sign_in',
      detail: { secondFactor: 'passkey' },
    });
    expect(
      (await give(waiting, authenticator.show(await challengeOf((await begun()).waiting)))).statusCode,
    ).toBe(401);
  });

  it('can be used as well as codes: both ways are offered, and a recovery code replaces either', {
    tags: 'long',
  }, async () => {
    const { account, recoveryCodes } = await anAccountWithFactor(portal);
    const caller = await portal.signedIn(account);
    const challengeReply = await caller.post('auth/second_factor/passkeys/challenge', {
      password: testPassword,
    });
    const passkey = createSoftAuthenticator(passkeyOrigin).make(
      accessEndpoints.newPasskey.reply.parse(challengeReply.json()),
    );
    await caller.post('auth/second_factor/passkeys', { name: 'Phone', passkey });
    const { reply, waiting } = await firstStep(portal, account);
    expect(reply.json().second_step_ways).toEqual(['passkey', 'app']);
    expect((await waiting.post('auth/login/code', { code: recoveryCodes[0] })).json().user.id).toBe(
      account.id,
    );
    const only = await begun();
    const signedIn = await only.waiting.post('auth/login/code', { code: only.recoveryCodes[0] });
    expect(signedIn.json().user.id).toBe(only.account.id);
  });

  const isRefused = async (_what: string, changes: Changes): Promise<void> => {
    const { account, authenticator, waiting } = await begun();
    const reply = await give(waiting, authenticator.show(await challengeOf(waiting), changes));
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'bad_passkey']);
    expect(cookieOf(reply, 'atrium_session')).toBe('');
    const lines = portal.db.selectFrom('audit_event').select(['action', 'detail']).orderBy('id', 'desc');
    expect(await lines.where('account_id', '=', account.id).executeTakeFirst()).toEqual({
      action: 'second_factor_refused',
      detail: { address: '127.0.0.1', isPasskey: true },
    });
  };

  it.each<[string, Changes]>([
    ['for another origin', { origin: 'https://portal.example.net' }],
    ['for a challenge of nobody', { challenge: 'A'.repeat(43) }],
    ['of which nobody has shown to be the owner', { isVerified: false }],
  ])('%s is refused, and recorded', isRefused);

  it.each<[string, Changes]>([
    ['for the same name without TLS', { origin: 'http://portal.example.org' }],
    ['in a page that stands in one of another origin', { crossOrigin: true }],
    ['for another relying party', { rpId: 'example.org' }],
    ['that answers the question for a new one', { type: 'webauthn.create' }],
    ['that is unknown', { credentialId: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ])('%s is refused, and recorded', isRefused);

  it('of another account is refused, also under the id of an own one', async () => {
    const [one, other] = [await begun(), await begun()];
    expect(await codeFrom(one.waiting, other.authenticator.show(await challengeOf(one.waiting)))).toBe(
      'bad_passkey',
    );
    const request = await challengeOf(one.waiting);
    const credentialId = request.allowCredentials[0]?.id ?? '';
    expect(await codeFrom(one.waiting, other.authenticator.show(request, { credentialId }))).toBe(
      'bad_passkey',
    );
  });

  it('with another signature is refused', async () => {
    const { authenticator, waiting } = await begun();
    const shown = authenticator.show(await challengeOf(waiting));
    const other = authenticator.show(await challengeOf(waiting));
    const response = { ...shown.response, signature: other.response.signature };
    expect(await codeFrom(waiting, { ...shown, response })).toBe('bad_passkey');
  });

  it('answers a challenge once, even a first time in vain, within five minutes, and in the same sign-in', async () => {
    const { account, authenticator, waiting } = await begun();
    const spent = await challengeOf(waiting);
    expect(await codeFrom(waiting, authenticator.show(spent, { origin: 'https://elsewhere.org' }))).toBe(
      'bad_passkey',
    );
    expect(await codeFrom(waiting, authenticator.show(spent))).toBe('bad_passkey');
    const tried = await challengeOf(waiting);
    const unknown = authenticator.show(tried, { credentialId: 'AAAAAAAAAAAAAAAAAAAAAA' });
    expect(await codeFrom(waiting, unknown)).toBe('bad_passkey');
    expect(await codeFrom(waiting, authenticator.show(tried))).toBe('bad_passkey');
    const late = await challengeOf(waiting);
    portal.clock.advance(5);
    expect(await codeFrom(waiting, authenticator.show(late))).toBe('bad_passkey');
    const other = (await firstStep(portal, account)).waiting;
    expect(await codeFrom(other, authenticator.show(await challengeOf(waiting)))).toBe('bad_passkey');
    expect(await codeFrom(other, authenticator.show(await challengeOf(other)))).toBeUndefined();
  });

  it('signed for a change in an open session begins no session', async () => {
    const { caller, authenticator, waiting } = await begun();
    const challengeReply = await caller.post('auth/second_factor/challenge');
    const shown = authenticator.show(accessEndpoints.challenge.reply.parse(challengeReply.json()));
    expect(await codeFrom(waiting, shown)).toBe('bad_passkey');
  });

  it('whose counter has not grown is refused: it may be a copy', async () => {
    const { account, authenticator, waiting } = await begun();
    expect(
      await codeFrom(waiting, authenticator.show(await challengeOf(waiting), { counter: 9 })),
    ).toBeUndefined();
    for (const counter of [9, 8, 0]) {
      const again = (await firstStep(portal, account)).waiting;
      const shown = authenticator.show(await challengeOf(again), { counter });
      expect(await codeFrom(again, shown)).toBe('bad_passkey');
    }
  });

  it('that does not count is taken again and again', { tags: 'long' }, async () => {
    const account = await portal.anAccount();
    const caller = await portal.signedIn(account);
    const challengeReply = await caller.post('auth/second_factor/passkeys/challenge', {
      password: testPassword,
    });
    const creation = accessEndpoints.newPasskey.reply.parse(challengeReply.json());
    const authenticator = createSoftAuthenticator(passkeyOrigin, { counts: false });
    await caller.post('auth/second_factor/passkeys', {
      name: 'Synced',
      passkey: authenticator.make(creation),
    });
    for (let time = 0; time < 2; time += 1) {
      const { waiting } = await firstStep(portal, account);
      expect(await codeFrom(waiting, authenticator.show(await challengeOf(waiting)))).toBeUndefined();
    }
  });

  it('that was removed is refused in a sign-in that has begun', async () => {
    const { caller, authenticator, waiting } = await begun();
    const request = await challengeOf(waiting);
    const passkey = createSoftAuthenticator(passkeyOrigin).make(
      accessEndpoints.newPasskey.reply.parse(
        (await caller.post('auth/second_factor/passkeys/challenge', { password: testPassword })).json(),
      ),
    );
    await caller.post('auth/second_factor/passkeys', { name: 'New', passkey });
    const [{ id }] = (await caller.get('auth/second_factor')).json().passkeys;
    await caller.post(`auth/second_factor/passkeys/${id}/remove`, { password: testPassword });
    expect(await codeFrom(waiting, authenticator.show(request))).toBe('bad_passkey');
  });

  it('gets no challenge for an account without passkeys, or without a sign-in', async () => {
    const { account } = await anAccountWithFactor(portal);
    const { waiting } = await firstStep(portal, account);
    expect((await waiting.post('auth/login/passkey/challenge')).json().code).toBe('conflict');
    expect((await portal.anonymous.post('auth/login/passkey/challenge')).statusCode).toBe(401);
  });
});

describe('where the site requires a second factor', () => {
  const beginSetUp = async () => {
    const account = await portal.anAccount({ isStaff: true });
    return { account, ...(await firstStep(portal, account)) };
  };
  const creationOf = async (waiting: Caller) =>
    accessEndpoints.newPasskeyAtSignIn.reply.parse(
      (await waiting.post('auth/login/new_passkey/challenge')).json(),
    );
  const add = (waiting: Caller, passkey: unknown) =>
    waiting.post('auth/login/new_passkey', { name: 'Blue key', passkey });

  const passkeysOf = (accountId: number) =>
    portal.db.selectFrom('passkey').select('id').where('account_id', '=', accountId).execute();

  it('a passkey meets it: it is set up after the password, signs in, and opens what tokens reach', async () => {
    const { account, reply, waiting } = await beginSetUp();
    expect(reply.json()).toMatchObject({ second_step: 'set_up', second_step_ways: ['passkey', 'app'] });
    const passkey = createSoftAuthenticator(passkeyOrigin).make(await creationOf(waiting));
    const on = await add(waiting, passkey);
    expect(on.json().recovery_codes).toHaveLength(10);
    const caller = createCaller(portal.app, cookieOf(on, 'atrium_session'));
    expect((await caller.get('auth')).json().user.id).toBe(account.id);
    const body = { name: 'mine', scopes: ['read'], expires_in_days: 1, password: testPassword };
    const token = (await caller.post('auth/tokens', body)).json().secret;
    const program = createCaller(portal.app, '', { authorization: `Bearer ${token}` });
    expect((await program.get('auth/memberships')).statusCode).toBe(200);
  });

  it('a set-up that began earlier cannot add to a second factor that is on', async () => {
    const { account, waiting } = await beginSetUp();
    const other = (await firstStep(portal, account)).waiting;
    const secret = (await other.post('auth/login/set_up')).json().secret;
    const late = createSoftAuthenticator(passkeyOrigin).make(await creationOf(other));
    await add(waiting, createSoftAuthenticator(passkeyOrigin).make(await creationOf(waiting)));
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    for (const call of ['set_up', 'new_passkey/challenge'])
      expect((await other.post(`auth/login/${call}`)).json().code).toBe('conflict');
    expect((await add(other, late)).json().code).toBe('conflict');
    expect(await passkeysOf(account.id)).toHaveLength(1);
  });

  it('two set-ups that end at the same time turn it on once', { tags: 'long' }, async () => {
    const { account, waiting } = await beginSetUp();
    const both = [waiting, (await firstStep(portal, account)).waiting];
    const made = await Promise.all(
      both.map(async (one) => createSoftAuthenticator(passkeyOrigin).make(await creationOf(one))),
    );
    const replies = await Promise.all(both.map((one, index) => add(one, made[index])));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await passkeysOf(account.id)).toHaveLength(1);
  });
});

/** A sign-in of an account with a passkey, after the password. */
async function begun() {
  const owner = await anAccountWithPasskey(portal);
  const { reply, waiting } = await firstStep(portal, owner.account);
  return { ...owner, reply, waiting };
}
