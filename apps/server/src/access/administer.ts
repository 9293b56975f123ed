import { PortalError } from '@atrium/contract/errors/errorCode';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Account } from './account.ts';
import { findAccount } from './accounts.ts';
import { endAccess } from './endAccess.ts';
import { removeFactor } from './factor/factorParts.ts';
import { openPasswords } from './password.ts';
import { judgePassword } from './passwordRule.ts';

// The operations of operators on accounts. The caller records each in the same transaction. Each returns the account
// that it changed, and refuses with not_found where no account has the name.

async function requireAccount(db: Kysely<Schema>, username: string): Promise<Account> {
  const account = await findAccount(db, username);
  if (account === undefined) throw new PortalError('not_found', `There is no account ${username}.`);
  return account;
}

/** Gives an account a password and ends what opened it before; refuses with weak_password. */
export async function setPassword(
  db: Kysely<Schema>,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<Account> {
  const account = await requireAccount(db, username);
  await judgePassword(password, account);
  const password_hash = await (await openPasswords()).hash(password);
  await db.updateTable('account').set({ password_hash }).where('id', '=', account.id).execute();
  await endAccess(db, { accountId: account.id, endsTokens: true });
  return account;
}

/** Disables an account; what opened it ends at once and does not come back. */
export async function disableAccount(db: Kysely<Schema>, username: string): Promise<Account> {
  const account = await requireAccount(db, username);
  await db
    .updateTable('account')
    .set({ disabled_at: sql<Date>`coalesce(disabled_at, now())` })
    .where('id', '=', account.id)
    .execute();
  await endAccess(db, { accountId: account.id, endsTokens: true });
  return account;
}

/** Lets a disabled account sign in again; it counts as used now, so that it is not idle at once. */
export async function enableAccount(db: Kysely<Schema>, username: string): Promise<Account> {
  const account = await requireAccount(db, username);
  await db
    .updateTable('account')
    .set({ disabled_at: null, last_used_at: sql<Date>`now()` })
    .where('id', '=', account.id)
    .execute();
  return account;
}

/** Removes a lost second factor and ends what opened the account; refuses with conflict an account without one. */
export async function resetSecondFactor(db: Kysely<Schema>, username: string): Promise<Account> {
  const account = await requireAccount(db, username);
  if (!(await removeFactor(db, account.id)))
    throw new PortalError('conflict', `${account.username} has no second factor.`);
  await endAccess(db, { accountId: account.id, endsTokens: true });
  return account;
}

export interface Identity {
  readonly username: string;
  /** The provider's address, as it spells it. */
  readonly issuer: string;
  /** The person's id at the provider: the claim `sub`. */
  readonly subject: string;
}

/** Links a person at a provider to an account; refuses with conflict an identity of another account. */
export async function linkIdentity(
  db: Kysely<Schema>,
  { username, issuer, subject }: Identity,
): Promise<Account> {
  const account = await requireAccount(db, username);
  const row = await db
    .insertInto('account_identity')
    .values({ issuer, subject, account_id: account.id })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet({ issuer }))
    .returning('account_id')
    .executeTakeFirstOrThrow();
  if (row.account_id !== account.id)
    throw new PortalError('conflict', 'This identity belongs to another account.');
  return account;
}
