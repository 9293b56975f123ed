import { PortalError } from '@atrium/contract';
import type { Kysely } from 'kysely';
import { record } from '../audit/index.ts';
import type { Schema } from '../database/schema.ts';
import { TooManyRequests } from '../http/index.ts';
import type { Account } from './account.ts';
import { createBackoff } from './backoff.ts';
import { openPasswords } from './password.ts';
import { judgePassword } from './passwordRule.ts';
import type { Sessions } from './sessions.ts';

export interface PasswordChangeDeps {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
  readonly sessions: Sessions;
}

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

const minute = 60_000;

/**
 * Makes the change of an account's own password, which ends its other sessions. It refuses with bad_credentials where
 * the current password is wrong, conflict where there is none, weak_password, or TooManyRequests where somebody guesses
 * it from an open session.
 */
export function createPasswordChange({ db, clock, sessions }: PasswordChangeDeps) {
  const guesses = createBackoff({
    clock,
    free: 5,
    firstWaitMs: minute,
    longestWaitMs: 15 * minute,
    forgetAfterMs: 24 * 60 * minute,
  });

  return async (account: Account, given: PasswordChange, token: string | undefined): Promise<void> => {
    const key = String(account.id);
    const wait = guesses.take(key);
    if (wait > 0) throw new TooManyRequests(wait);
    const passwords = await openPasswords();
    const current = await loadHash(db, account.id);
    if (current === null) {
      guesses.giveBack(key);
      throw new PortalError('conflict', 'This account signs in through a provider and has no password here.');
    }
    if (!(await passwords.verify(current, given.currentPassword))) {
      await record(db, { accountId: account.id, action: 'password_change_refused' });
      throw new PortalError('bad_credentials', 'The current password is wrong.');
    }
    guesses.forget(key);
    judgePassword(given.newPassword, account);
    if (given.newPassword === given.currentPassword)
      throw new PortalError('weak_password', 'The new password is the current one.');
    const password_hash = await passwords.hash(given.newPassword);
    await db.updateTable('account').set({ password_hash }).where('id', '=', account.id).execute();
    await sessions.endAll(account.id, token);
    await record(db, { accountId: account.id, action: 'password_change' });
  };
}

async function loadHash(db: Kysely<Schema>, accountId: number): Promise<string | null> {
  const row = await db
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.password_hash;
}
