import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCaller } from '../testing/caller.ts';
import { testPassword } from '../testing/factories.ts';
import { type TestApp, testApp } from '../testing/testApp.ts';
import { enableAccount } from './administer.ts';
import { disableIdle } from './idleAccounts.ts';
import type { Account } from './index.ts';
import { keepAccess } from './keepAccess.ts';

let portal: TestApp;
beforeEach(async () => {
  portal = await testApp();
});
afterEach(() => portal.close());

const dayMs = 86_400_000;

it('an account that is unused for the days is disabled, with sessions and tokens, and refused like any other', async () => {
  const [idle, other] = [await unusedFor(365), await unusedFor(364)];
  const caller = await portal.signedIn(idle);
  const body = { name: 'mine', scopes: ['read'], expires_in_days: 30, password: testPassword };
  const { secret } = (await caller.post('auth/tokens', body)).json();
  const program = createCaller(portal.app, '', { authorization: `Bearer ${secret}` });
  const last_used_at = new Date(portal.clock.now().getTime() - 365 * dayMs);
  await portal.db.updateTable('account').set({ last_used_at }).where('id', '=', idle.id).execute();
  expect(await disable()).toEqual([idle.id]);
  expect((await caller.get('dataset')).statusCode).toBe(401);
  expect((await program.get('dataset')).statusCode).toBe(401);
  const refused = await signIn(idle);
  expect([refused.statusCode, refused.json()]).toMatchObject([
    401,
    { code: 'bad_credentials', detail: 'The user name or the password is wrong.' },
  ]);
  expect((await signIn(other)).statusCode).toBe(200);
  await enableAccount(portal.db, idle.username);
  expect((await caller.get('dataset')).statusCode).toBe(401);
  expect((await program.get('dataset')).statusCode).toBe(401);
});

it('is recorded once, with the days', async () => {
  const idle = await unusedFor(400);
  await disable();
  expect(await disable()).toEqual([]);
  const staff = await portal.signedIn(await portal.anAccount({ isStaff: true }));
  const { results } = (await staff.get('audit/all?action=account_change')).json();
  const detail = { account: idle.id, username: idle.username, isDisabled: true, idleDays: 365 };
  expect(results).toEqual([expect.objectContaining({ account_id: null, operator: null, detail })]);
});

it('signing in and calls with a token are use', async () => {
  const [here, program] = [await unusedFor(400), await unusedFor(400)];
  const made = await (await portal.signedIn(program)).post('auth/tokens', {
    name: 'mine',
    scopes: ['read'],
    expires_in_days: 30,
    password: testPassword,
  });
  const last_used_at = new Date(portal.clock.now().getTime() - 400 * dayMs);
  await portal.db.updateTable('account').set({ last_used_at }).where('id', '=', program.id).execute();
  const authorization = `Bearer ${made.json().secret}`;
  expect((await createCaller(portal.app, '', { authorization }).get('dataset')).statusCode).toBe(200);
  expect((await signIn(here)).statusCode).toBe(200);
  expect(await disable()).toEqual([]);
});

it('an account that an operator enables is not idle at once', async () => {
  const idle = await unusedFor(400);
  await disable();
  await enableAccount(portal.db, idle.username);
  expect(await disable()).toEqual([]);
  expect((await signIn(idle)).statusCode).toBe(200);
});

it('the last enabled account of staff stays, the one that was used last', async () => {
  const [older, newer] = [await unusedFor(500, { isStaff: true }), await unusedFor(400, { isStaff: true })];
  expect(await disable()).toEqual([older.id]);
  expect(await disable()).toEqual([]);
  expect((await signIn(newer)).statusCode).toBe(200);
  await portal.anAccount({ isStaff: true });
  await portal.db
    .updateTable('account')
    .set({ last_used_at: new Date(0) })
    .where('id', '=', newer.id)
    .execute();
  expect(await disable()).toEqual([newer.id]);
});

it('is looked for at the start, and not at all where it is off', async () => {
  const idle = await unusedFor(400);
  const reported: (readonly number[])[] = [];
  const options = {
    db: portal.db,
    clock: portal.clock.now,
    everyMs: 3_600_000,
    onDisabled: (ids: readonly number[]) => void reported.push(ids),
    onFault: (error: unknown) => expect(error).toBeUndefined(),
  };
  await (await keepAccess({ ...options, idleDays: null }))();
  expect(reported).toEqual([]);
  await (await keepAccess({ ...options, idleDays: 365 }))();
  expect(reported).toEqual([[idle.id]]);
});

/** An account that was last used so many days ago. */
async function unusedFor(days: number, given: { readonly isStaff?: boolean } = {}): Promise<Account> {
  const account = await portal.anAccount(given);
  const last_used_at = new Date(portal.clock.now().getTime() - days * dayMs);
  await portal.db.updateTable('account').set({ last_used_at }).where('id', '=', account.id).execute();
  return account;
}

const disable = () => disableIdle(portal.db, { now: portal.clock.now(), days: 365 });

const signIn = ({ username }: Account) =>
  portal.anonymous.post('auth/login', { username, password: testPassword });
