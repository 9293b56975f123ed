import { describe, expect, it } from 'vitest';
import { disableIdle } from '../../access/idleAccounts.ts';
import {
  disableAccount,
  enableAccount,
  makeInvitation,
  resetSecondFactor,
  setPassword,
} from '../../access/index.ts';
import type { Caller } from '../../testing/caller.ts';
import { testPassword } from '../../testing/factories.ts';
import { ofFile } from '../../testing/ofFile.ts';
import { codeOf } from '../../testing/secondFactor.ts';
import { transferPortal } from '../../testing/transferPortal.ts';

const portal = ofFile(await transferPortal());
const dataset = await portal.aFiledDataset([{ id: 'F1', path: 'wgs/p1.cram', content: 'ACGTACGTAC' }]);

const newPassword = 'quite another one 93';

const nothing = { otherSession: false, link: false, invitation: false, steps: [0, 0, 0] };

const ways: readonly (readonly [string, (person: Person) => Promise<unknown>])[] = [
  [
    'the own password is changed',
    ({ caller }) =>
      caller.post('auth/password', { current_password: testPassword, new_password: newPassword }),
  ],
  [
    'an operator sets the password',
    ({ account }) => setPassword(portal.db, { username: account.username, password: newPassword }),
  ],
  [
    'an invitation is accepted',
    ({ secret }) => portal.anonymous.post('auth/invitation/accept', { secret, password: newPassword }),
  ],
  ['the person signs out everywhere', ({ caller }) => caller.post('auth/sessions/revoke_all', {})],
  [
    'the account is disabled, and enabled again',
    async ({ account }) => {
      await disableAccount(portal.db, account.username);
      await enableAccount(portal.db, account.username);
    },
  ],
  [
    'the account is disabled because nobody used it, and enabled again',
    async ({ account }) => {
      const now = new Date();
      const unused = { last_used_at: new Date(now.getTime() - 400 * 86_400_000) };
      await portal.db.updateTable('account').set(unused).where('id', '=', account.id).execute();
      expect(await disableIdle(portal.db, { now, days: 365 })).toContain(account.id);
      await enableAccount(portal.db, account.username);
    },
  ],
];

describe('what opens an account ends when (rule 8.25)', () => {
  it.each(ways)('%s', async (_, act) => {
    const person = await aPerson();
    expect(await openTo(person)).toEqual({
      otherSession: true,
      link: true,
      invitation: true,
      steps: [1, 1, 1],
    });
    await act(person);
    expect(await openTo(person)).toEqual(nothing);
  });

  it('the second factor is turned on, but for a sign-in under way, which has to show it', async () => {
    const person = await aPerson();
    await turnOn(person);
    expect(await openTo(person)).toEqual({ ...nothing, steps: [1, 1, 0] });
  });

  it('staff sign the person out everywhere', async () => {
    const person = await aPerson();
    await asStaff(`${person.account.id}/sign_out`, { revoke_tokens: false });
    expect(await openTo(person)).toEqual(nothing);
  });

  it.each(['turned off', 'reset'])('the second factor is %s', async (how) => {
    const first = await aPerson();
    const secret = await turnOn(first);
    const off = { password: testPassword, code: codeOf(portal, secret) };
    const { caller, account } = first;
    const started = await caller.post(`${dataset.uniqueId}/transfers/start`, {
      way: 'browser',
      file_ids: ['F1'],
    });
    const list = await caller.get(`${dataset.uniqueId}/transfers/${started.json().transfer_id}/files`);
    const url = new URL(list.json().results[0].url);
    const link = url.pathname + url.search;
    expect(await statusOf(portal.anonymous, link)).toBe(200);
    if (how === 'reset') await resetSecondFactor(portal.db, account.username);
    else expect((await caller.post('auth/second_factor/turn_off', off)).statusCode).toBe(200);
    expect(await statusOf(portal.anonymous, link)).toBe(401);
  });
});

it('a link that is used after the membership has ended is refused, on record under the name of its account (rule 8.12)', async () => {
  const { account, link } = await aPerson();
  await portal.db.deleteFrom('membership').where('account_id', '=', account.id).execute();
  expect(await statusOf(portal.anonymous, link)).not.toBe(200);
  const lines = await portal.db
    .selectFrom('audit_event')
    .select(['action', 'dataset_id', 'detail'])
    .where('account_id', '=', account.id)
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  const call = 'GET /pcgc/importedfiles/file/:name';
  expect(lines).toMatchObject([
    { action: 'permission_refused', dataset_id: dataset.id, detail: { call, code: 'not_a_member' } },
  ]);
});

it('the session in which a person changes the password stays, and makes links that work', async () => {
  const { caller } = await aPerson();
  await caller.post('auth/password', { current_password: testPassword, new_password: newPassword });
  const body = { way: 'browser', file_ids: ['F1'] };
  const started = await caller.post(`${dataset.uniqueId}/transfers/start`, body);
  const list = await caller.get(`${dataset.uniqueId}/transfers/${started.json().transfer_id}/files`);
  const url = new URL(list.json().results[0].url);
  expect(await statusOf(portal.anonymous, url.pathname + url.search)).toBe(200);
});

it('a link to set a password ends when staff change the address that it was sent to', async () => {
  const { account, secret } = await aPerson();
  const invited = async () => (await portal.anonymous.post('auth/invitation', { secret })).statusCode;
  await asStaff(`${account.id}/edit`, { full_name: 'Another', email: account.email });
  expect(await invited()).toBe(200);
  await asStaff(`${account.id}/edit`, { full_name: 'Another', email: 'other@example.org' });
  expect(await invited()).toBe(404);
});

/** A person with all that opens an account: a session beside the own one, a link to a file, one to set a password. */
async function aPerson() {
  const { db, clock } = portal;
  const { account, caller } = await portal.aReader(dataset);
  const other = await portal.signedIn(account);
  const started = await caller.post(`${dataset.uniqueId}/transfers/start`, {
    way: 'browser',
    file_ids: ['F1'],
  });
  const list = `${dataset.uniqueId}/transfers/${started.json().transfer_id}/files`;
  const url = new URL((await caller.get(list)).json().results[0].url);
  const invited = await db
    .transaction()
    .execute((inside) => makeInvitation(inside, { accountId: account.id, now: clock.now(), mailKey: null }));
  const later = new Date(clock.now().getTime() + 600_000);
  const step = { account_id: account.id, expires_at: later };
  await db
    .insertInto('pending_sign_in')
    .values({
      ...step,
      token_hash: `p${account.id}`,
      step: 'show',
      password_digest: null,
      provider: null,
      id_token: null,
    })
    .execute();
  await db
    .insertInto('passkey_challenge')
    .values({ ...step, challenge_hash: `c${account.id}`, purpose: 'show', holder_hash: 'h' })
    .execute();
  return {
    account,
    caller,
    other,
    link: url.pathname + url.search,
    secret: invited.path.split('#')[1] ?? '',
  };
}
type Person = Awaited<ReturnType<typeof aPerson>>;

const statusOf = async (caller: Caller, url: string) => (await caller.send({ url })).statusCode;

/** What still opens the account. */
async function openTo({ account, other, link, secret }: Person) {
  const rows = async (table: 'pending_sign_in' | 'passkey_challenge' | 'invitation') =>
    (await portal.db.selectFrom(table).select('account_id').where('account_id', '=', account.id).execute())
      .length;
  return {
    otherSession: (await other.get('auth')).json().user !== null,
    link: (await statusOf(portal.anonymous, link)) === 200,
    invitation: (await portal.anonymous.post('auth/invitation', { secret })).statusCode === 200,
    steps: [await rows('pending_sign_in'), await rows('passkey_challenge'), await rows('invitation')],
  };
}

async function turnOn({ caller }: Person): Promise<string> {
  const setUp = await caller.post('auth/second_factor/set_up', { password: testPassword });
  const { secret } = setUp.json();
  const on = await caller.post('auth/second_factor/turn_on', { code: codeOf(portal, secret) });
  expect(on.statusCode).toBe(200);
  portal.clock.advance(1);
  return secret;
}

async function asStaff(path: string, body: object): Promise<void> {
  const staff = await portal.signedIn(await portal.anAccount({ isStaff: true }));
  expect((await staff.post(`/pcgc/api/admin/accounts/${path}`, body)).statusCode).toBe(200);
}
