import { expect, it } from 'vitest';
import { asOperator } from '../testing/asOperator.ts';
import { portalOfFile } from '../testing/ofFile.ts';
import { anAccountWithFactor } from '../testing/secondFactor.ts';

const portal = await portalOfFile();

it('an operator takes a lost second factor away, and the audit has account and operator', async () => {
  const { account } = await anAccountWithFactor(portal);
  const lines = await asOperator(portal, { kind: 'resetSecondFactor', username: account.username });
  expect(lines).toEqual([
    `${account.username} has no second factor any more: all sessions and tokens have ended.`,
  ]);
  const line = await portal.db
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
