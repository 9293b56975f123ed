import { PortalError } from '@atrium/contract/errors/errorCode';
import type { Kysely } from 'kysely';
import { record } from '../audit/index.ts';
import type { Schema } from '../database/schema.ts';
import { networkOf, tooManyAttempts } from '../http/index.ts';
import { type SharedMemory, sharedMemoryHere } from '../portals/index.ts';
import type { Account } from './account.ts';
import { findAccount } from './accounts.ts';
import { demoPassword } from './demoPassword.ts';
import { type Attempt, type SharedGuessing, shareGuessing } from './guessing.ts';
import { openPasswords } from './password.ts';

export interface SignInDeps {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
  /** Whether the password of the demo counts as a right one (rule 8.14). */
  readonly acceptsDemoAccounts: boolean;
  /** Where failed attempts are counted; default: in this process. */
  readonly memory?: SharedMemory;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
  /**
   * The address of the request. Its network has to wait where it guesses, and the record of a refusal holds the
   * address.
   */
  readonly address: string;
  /** Called with the account whose password was wrong, for the log. */
  readonly onRefused?: (accountId: number) => void;
}

/** Checks name and password; refuses with bad_credentials or TooManyRequests. */
export type CheckCredentials = (given: Credentials) => Promise<CheckedCredentials>;

export interface CheckedCredentials {
  readonly account: Account;
  /** The hash that the password was compared with; a session begins with it. */
  readonly passwordHash: string;
}

/** Makes the check of credentials: unknown, disabled and provider-only accounts take as long and get the same refusal. */
export async function createSignIn({
  db,
  clock,
  acceptsDemoAccounts,
  memory = sharedMemoryHere,
}: SignInDeps): Promise<CheckCredentials> {
  const passwords = await openPasswords();
  const unknownHash = await passwords.hash('nobody has this password');
  const guessing = shareGuessing(clock, memory);

  return async ({ username, password, address, onRefused }) => {
    const attempt = { name: username.toLowerCase(), address: networkOf(address) };
    const wait = await guessing.take(attempt);
    if (wait > 0) throw tooManyAttempts(wait);
    const found = await findAccount(db, username);
    const isAccepted = acceptsDemoAccounts || password !== demoPassword;
    const isRight = await passwords.verify(found?.passwordHash ?? unknownHash, password);
    const mayEnter = isRight && isAccepted && found !== undefined && !found.isDisabled;
    if (!mayEnter || found.passwordHash === null) {
      if (found !== undefined) onRefused?.(found.id);
      await recordRefusal({ db, guessing }, { accountId: found?.id ?? null, address }, attempt);
      throw new PortalError('bad_credentials', 'The user name or the password is wrong.');
    }
    await guessing.succeeded(attempt);
    const { passwordHash, isDisabled: _, ...account } = found;
    return { account, passwordHash };
  };
}

async function recordRefusal(
  { db, guessing }: { readonly db: Kysely<Schema>; readonly guessing: SharedGuessing },
  { accountId, address }: { readonly accountId: number | null; readonly address: string },
  attempt: Attempt,
): Promise<void> {
  await record(db, { accountId, action: 'sign_in_refused', detail: { address } });
  const seconds = await guessing.waitOf(attempt);
  if (seconds > 0) await record(db, { accountId, action: 'account_locked', detail: { seconds, address } });
}
