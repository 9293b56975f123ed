import { PortalError } from '@atrium/contract/errors/errorCode';
import type { Kysely } from 'kysely';
import { record } from '../audit/index.ts';
import type { Schema } from '../database/schema.ts';
import type { Account } from './account.ts';
import type { ConfirmPassword } from './confirmPassword.ts';
import { endAccess } from './endAccess.ts';
import { openPasswords } from './password.ts';
import { judgePassword } from './passwordRule.ts';

export interface PasswordChangeDeps {
  readonly db: Kysely<Schema>;
  readonly confirmPassword: ConfirmPassword;
}

/** From where a password is changed. */
export interface ChangedFrom {
  readonly session: string | undefined;
  readonly address: string;
}

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/**
 * Makes the change of an account's own password, which ends what else opens it: a person who knew the old one may have
 * made it (rule 8.25). It refuses as `confirmPassword` does, and with weak_password.
 */
export function createPasswordChange({ db, confirmPassword }: PasswordChangeDeps) {
  return async (
    account: Account,
    given: PasswordChange,
    { session, address }: ChangedFrom,
  ): Promise<void> => {
    const before = await confirmPassword({
      accountId: account.id,
      password: given.currentPassword,
      onRefused: () =>
        record(db, { accountId: account.id, action: 'password_change_refused', detail: { address } }),
    });
    await judgePassword(given.newPassword, account);
    if (given.newPassword === given.currentPassword)
      throw new PortalError('weak_password', 'The new password is the current one.');
    const password_hash = await (await openPasswords()).hash(given.newPassword);
    // Lock the account first. A request that begins a session or makes a token locks it too: its session is ended here,
    // or it is refused there.
    await db.transaction().execute(async (transaction) => {
      const changed = await transaction
        .updateTable('account')
        .set({ password_hash })
        .where('id', '=', account.id)
        .where('password_hash', '=', before)
        .returning('id')
        .execute();
      if (changed.length === 0) throw new PortalError('bad_credentials', 'The current password is wrong.');
      const ending = { accountId: account.id, keptSession: session, endsTokens: true };
      const { tokens } = await endAccess(transaction, ending);
      await record(transaction, { accountId: account.id, action: 'password_change', detail: { tokens } });
    });
  };
}
