import { unreachable } from '@atrium/contract/errors/unreachable';
import type { AuditDetail } from '@atrium/contract/wire/audit';
import {
  type Account,
  addAccount,
  disableAccount,
  enableAccount,
  judgePassword,
  keepingStaff,
  linkIdentity,
  resetSecondFactor,
  setPassword,
} from '../access/index.ts';
import { record } from '../audit/index.ts';
import { type By, type ImportDeps, type Operation, recordedBy } from './operation.ts';

type Deps = Pick<ImportDeps, 'db'>;

/** Makes an account and records it in the audit; refuses with weak_password. */
export async function addUser(
  { db }: Deps,
  operation: Extract<Operation, { kind: 'addUser' }>,
  by: By,
): Promise<readonly string[]> {
  if (operation.password !== null) await judgePassword(operation.password, operation);
  const { username, isStaff } = await db.transaction().execute(async (transaction) => {
    const account = await addAccount(transaction, operation);
    const detail = { account: account.id, username: account.username, isStaff: account.isStaff };
    await record(transaction, { ...recordedBy(by), action: 'account_add', detail });
    return account;
  });
  return [`${isStaff ? 'Staff account' : 'Account'} ${username} can sign in.`];
}

type AccountOperation = Extract<
  Operation,
  { kind: 'setPassword' | 'disableUser' | 'enableUser' | 'linkUser' | 'resetSecondFactor' }
>;

interface Change {
  readonly account: Account;
  readonly action: 'password_change' | 'account_change' | 'second_factor_off';
  readonly detail: AuditDetail;
  /** The rest of the printed sentence, after the user name. */
  readonly outcome: string;
}

/** Changes an account and records it in the audit. */
export async function administerAccount(
  { db }: Deps,
  operation: AccountOperation,
  by: By,
): Promise<readonly string[]> {
  return db.transaction().execute(async (transaction) => {
    const act = () => change(transaction, operation);
    const isByStaff = by.accountId !== undefined;
    const { account, action, detail, outcome } = await (isByStaff ? keepingStaff(transaction, act) : act());
    await record(transaction, {
      ...recordedBy(by),
      action,
      detail: { account: account.id, username: account.username, ...detail },
    });
    return [`${account.username} ${outcome}`];
  });
}

async function change(db: ImportDeps['db'], operation: AccountOperation): Promise<Change> {
  switch (operation.kind) {
    case 'setPassword':
      return {
        account: await setPassword(db, operation),
        action: 'password_change',
        detail: {},
        outcome: 'has a new password: all sessions and tokens have ended.',
      };
    case 'disableUser':
      return {
        account: await disableAccount(db, operation.username),
        action: 'account_change',
        detail: { isDisabled: true },
        outcome: 'is disabled: all sessions and tokens have ended.',
      };
    case 'enableUser':
      return {
        account: await enableAccount(db, operation.username),
        action: 'account_change',
        detail: { isDisabled: false },
        outcome: 'can sign in again.',
      };
    case 'linkUser':
      return {
        account: await linkIdentity(db, operation),
        action: 'account_change',
        detail: { isLinked: true },
        outcome: `is linked to ${operation.subject} at ${operation.issuer}.`,
      };
    case 'resetSecondFactor':
      return {
        account: await resetSecondFactor(db, operation.username),
        action: 'second_factor_off',
        detail: {},
        outcome: 'has no second factor any more: all sessions and tokens have ended.',
      };
    default:
      return unreachable(operation);
  }
}
