import { fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import type { Kysely } from 'kysely';
import { record } from '../audit/index.ts';
import type { Schema } from '../database/schema.ts';
import { TooManyRequests } from '../http/index.ts';
import { type SharedMemory, sharedMemoryHere } from '../portals/index.ts';
import { createOwnerBackoff } from './backoff.ts';
import { openPasswords } from './password.ts';

/**
 * Checks that the person at an open session knows the password of its account. It refuses with bad_credentials where it
 * is wrong, conflict where the account has none, or TooManyRequests where somebody guesses it.
 * @returns the hash that the password was compared with, which the caller compares again where it changes something
 */
export type ConfirmPassword = (given: PasswordGiven) => Promise<string>;

interface PasswordGiven {
  readonly accountId: number;
  readonly password: string;
  /** Called for a wrong password, before the refusal. */
  readonly onRefused: () => Promise<unknown>;
}

/** Makes the check; all that ask for the password again count wrong ones together. */
export function createConfirmPassword({
  db,
  clock,
  memory = sharedMemoryHere,
}: {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
  /** Where wrong passwords are counted; default: in this process. */
  readonly memory?: SharedMemory;
}): ConfirmPassword {
  const guesses = createOwnerBackoff(clock, 'password', memory);

  return async ({ accountId, password, onRefused }) => {
    const key = String(accountId);
    const wait = await guesses.take(key);
    if (wait > 0) throw new TooManyRequests(wait);
    const current = await loadPasswordHash(db, accountId);
    if (current === null) {
      await guesses.giveBack(key);
      throw new PortalError('conflict', 'This account signs in through a provider and has no password here.');
    }
    if (!(await (await openPasswords()).verify(current, password))) {
      await onRefused();
      throw new PortalError('bad_credentials', 'The current password is wrong.');
    }
    await guesses.forget(key);
    return current;
  };
}

/** The hash of an account's password; null where it signs in through a provider only. */
export async function loadPasswordHash(db: Kysely<Schema>, accountId: number): Promise<string | null> {
  const row = await db
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.password_hash;
}

/** The account that gives the password again, its address, and the action that records a wrong one. */
interface PasswordCheck {
  readonly accountId: number;
  readonly address: string;
  readonly action: 'token_make_refused' | 'second_factor_refused';
}

/** Checks the password that was given again and returns its hash; null for an account without one. */
export async function requirePassword(
  { db, confirmPassword }: { readonly db: Kysely<Schema>; readonly confirmPassword: ConfirmPassword },
  { accountId, address, action }: PasswordCheck,
  password: string | undefined,
): Promise<string | null> {
  if ((await loadPasswordHash(db, accountId)) === null) return null;
  if (password === undefined) throw fieldRefusal('bad_request', 'password', 'Required');
  const onRefused = () => record(db, { accountId, action, detail: { address } });
  return confirmPassword({ accountId, password, onRefused });
}
