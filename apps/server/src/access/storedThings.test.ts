import { siteConfiguration } from '@atrium/contract/documents/siteConfiguration';
import { expect, it } from 'vitest';
import { portalOfFile } from '../testing/ofFile.ts';
import type { TestApp } from '../testing/testApp.ts';
import { createChallenges } from './factor/challenges.ts';
import { createPendingSignIns } from './factor/pendingSignIns.ts';
import { createSessions } from './index.ts';

// What an account can store has a maximum (rule 8.27). Reports, mails, tokens, keys and passkeys have tests of their own.

const portal = await portalOfFile({ site: siteConfiguration.parse({ title: 'Hearts' }) });

const rows = async (table: 'session' | 'passkey_challenge' | 'pending_sign_in', accountId: number) =>
  (await portal.db.selectFrom(table).select('account_id').where('account_id', '=', accountId).execute())
    .length;

it('one more session than an account may have ends the one that was used least lately', async () => {
  const { db, clock } = portal;
  const account = await portal.anAccount();
  const sessions = createSessions({ db, clock: clock.now });
  const made: string[] = [];
  for (let index = 0; index < 51; index += 1) made.push(await sessions.begin(account.id, undefined));
  expect(await rows('session', account.id)).toBe(50);
  expect([await sessions.accountOf(made[0]), (await sessions.accountOf(made[50]))?.id]).toEqual([
    null,
    account.id,
  ]);
});

it('an account has few challenges and sign-ins under way, the latest ones', async () => {
  const { db, clock } = portal;
  const account = await portal.anAccount();
  const challenges = createChallenges(db, clock.now);
  const pending = createPendingSignIns(db, clock.now);
  const holder = { accountId: account.id, purpose: 'show', holder: 'h' } as const;
  const step = {
    accountId: account.id,
    step: 'show',
    passwordDigest: null,
    provider: null,
    idToken: null,
  } as const;
  let last = { challenge: '', token: '' };
  for (let index = 0; index < 25; index += 1) {
    clock.advance(0.01);
    last = { challenge: await challenges.make(holder), token: await pending.begin(step) };
  }
  expect([await rows('passkey_challenge', account.id), await rows('pending_sign_in', account.id)]).toEqual([
    20, 20,
  ]);
  expect([await challenges.take(last.challenge, holder), (await pending.find(last.token))?.step]).toEqual([
    true,
    'show',
  ]);
});

it('an account sends so many requests for support a day, and others still send theirs', async () => {
  const [ada, bo] = [await portal.anAccount(), await portal.anAccount()];
  const sent_at = portal.clock.now();
  const before = {
    account_id: ada.id,
    email: 'a@example.org',
    subject: 's',
    message: 'm',
    state: 'open',
    sent_at,
  } as const;
  await portal.db
    .insertInto('support_request')
    .values(Array.from({ length: 50 }, () => before))
    .execute();
  const ask = async (caller: Awaited<ReturnType<TestApp['signedIn']>>) => {
    const body = { email: 'a@example.org', subject: 'Help', message: 'Please.' };
    const reply = await caller.post('/pcgc/api/support/send_support_request', body);
    return [reply.statusCode, reply.json().code];
  };
  expect(await ask(await portal.signedIn(ada))).toEqual([429, 'too_many_requests']);
  expect(await ask(await portal.signedIn(bo))).toEqual([200, undefined]);
});
