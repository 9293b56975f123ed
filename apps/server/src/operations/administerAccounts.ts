import { type AuditDetail, unreachable } from '@atrium/contract';
import { type Account, disableAccount, enableAccount, linkIdentity, setPassword } from '../access/index.ts';
import { record } from '../audit/index.ts';
import type { ImportDeps } from './importDeps.ts';
import type { Operation, Watcher } from './operation.ts';

type AccountOperation = Extract<
  Operation,
  { kind: 'setPassword' | 'disableUser' | 'enableUser' | 'linkUser' }
>;

interface Change {
  readonly account: Account;
  readonly action: 'password_change' | 'account_change';
  readonly detail: AuditDetail;
  /** What is said of it. */
  readonly said: string;
}

/** Changes an account and puts it on record. */
export async function administerAccount(
  { db }: Pick<ImportDeps, 'db'>,
  operation: AccountOperation,
  { operator }: Pick<Watcher, 'operator'>,
): Promise<readonly string[]> {
  return db.transaction().execute(async (transaction) => {
    const { account, action, detail, said } = await change(transaction, operation);
    await record(transaction, {
      accountId: null,
      action,
      detail: { account: account.id, username: account.username, ...detail },
      ...(operator === undefined ? {} : { operator }),
    });
    return [`${account.username} ${said}`];
  });
}

async function change(db: ImportDeps['db'], operation: AccountOperation): Promise<Change> {
  switch (operation.kind) {
    case 'setPassword':
      return {
        account: await setPassword(db, operation),
        action: 'password_change',
        detail: {},
        said: 'has a new password: all sessions and tokens have ended.',
      };
    case 'disableUser':
      return {
        account: await disableAccount(db, operation.username),
        action: 'account_change',
        detail: { isDisabled: true },
        said: 'is disabled: all sessions and tokens have ended.',
      };
    case 'enableUser':
      return {
        account: await enableAccount(db, operation.username),
        action: 'account_change',
        detail: { isDisabled: false },
        said: 'can sign in again.',
      };
    case 'linkUser':
      return {
        account: await linkIdentity(db, operation),
        action: 'account_change',
        detail: { isLinked: true },
        said: `is who ${operation.issuer} calls ${operation.subject}.`,
      };
    default:
      return unreachable(operation);
  }
}
