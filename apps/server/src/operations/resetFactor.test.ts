import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAccountWithFactor } from '../testing/secondFactor.ts';
import { type TestApp, testApp } from '../testing/testApp.ts';
import { perform } from './index.ts';

let portal: TestApp;
beforeAll(async () => {
  portal = await testApp();
});
afterAll(() => portal.close());

test('an operator takes a lost second factor away, and the audit has account and operator', async () => {
  const { db, warehouse, clock } = portal;
  const { account } = await anAccountWithFactor(portal);
  const watcher = { onProgress: () => {}, signal: new AbortController().signal, operator: 'root' };
  const lines = await perform(
    { db, warehouse, clock: clock.now, membershipDays: null, anchorFile: '/nowhere' },
    { kind: 'resetSecondFactor', username: account.username },
    watcher,
  );
  expect(lines).toEqual([
    `${account.username} has no second factor any more: all sessions and tokens have ended.`,
  ]);
  const line = await db
    .selectFrom('audit_event')
    .select(['action', 'account_id', 'operator', 'detail'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(line).toEqual({
    action: 'second_factor_off',
    account_id: null,
    operator: 'root',
    detail: { account: account.id, username: account.username },
  });
});
