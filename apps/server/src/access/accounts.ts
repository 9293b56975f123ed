import { PortalError } from '@atrium/contract/errors/errorCode';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Account } from './account.ts';
import { openPasswords } from './password.ts';

export interface NewAccount {
  readonly username: string;
  /** Null for an account that signs in through a provider only. */
  readonly password: string | null;
  readonly fullName?: string;
  readonly email?: string;
  readonly isStaff?: boolean;
}

export const usernameForm = /^[A-Za-z0-9._@+-]{1,100}$/;

/** Makes an account, with the password unchecked (see `judgePassword`); refuses with bad_request, or with conflict a name that exists in any case of letters. */
export async function addAccount(db: Kysely<Schema>, account: NewAccount): Promise<Account> {
  if (!usernameForm.test(account.username))
    throw new PortalError('bad_request', 'A user name has letters, digits and . _ @ + - only.');
  const row = await db
    .insertInto('account')
    .values({
      username: account.username,
      full_name: account.fullName ?? '',
      email: account.email ?? '',
      is_staff: account.isStaff ?? false,
      password_hash: account.password === null ? null : await (await openPasswords()).hash(account.password),
    })
    .onConflict((conflict) => conflict.expression(sql`lower(username)`).doNothing())
    .returning(accountColumns)
    .executeTakeFirst();
  if (row === undefined)
    throw new PortalError('conflict', `There is an account ${account.username} already.`);
  return decodeAccount(row);
}

export const accountColumns = [
  'account.id',
  'account.username',
  'account.full_name',
  'account.email',
  'account.is_staff',
] as const;

interface AccountRow {
  readonly id: number;
  readonly username: string;
  readonly full_name: string;
  readonly email: string;
  readonly is_staff: boolean;
}

export const decodeAccount = (row: AccountRow): Account => ({
  id: row.id,
  username: row.username,
  fullName: row.full_name,
  email: row.email,
  isStaff: row.is_staff,
});

/** An account with what a sign-in checks. */
export interface Credentialed extends Account {
  /** Null where the account signs in through a provider only. */
  readonly passwordHash: string | null;
  readonly isDisabled: boolean;
}

/**
 * Loads an account by name, in any case of letters. Names that no account can have are not looked up: databases turn
 * some letters, such as a dotted capital I, into another lower case than this program, which counts guesses by name.
 */
export async function findAccount(db: Kysely<Schema>, username: string): Promise<Credentialed | undefined> {
  if (!usernameForm.test(username)) return undefined;
  const row = await db
    .selectFrom('account')
    .select([...accountColumns, 'account.password_hash', 'account.disabled_at'])
    .where(sql<boolean>`lower(username) = lower(${username})`)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { ...decodeAccount(row), passwordHash: row.password_hash, isDisabled: row.disabled_at !== null };
}
