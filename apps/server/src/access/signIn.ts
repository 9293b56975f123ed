import { PortalError } from '@atrium/contract';
import type { Kysely } from 'kysely';
import { record } from '../audit/index.ts';
import type { Schema } from '../database/schema.ts';
import { TooManyRequests } from '../http/index.ts';
import type { Account } from './account.ts';
import { type Credentialed, findAccount } from './accounts.ts';
import { demoPassword } from './demoPassword.ts';
import { type Attempt, createGuessing, type Guessing } from './guessing.ts';
import { openPasswords } from './password.ts';

export interface SignInDeps {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
  /** Whether the password of the demo counts as a right one (rule 8.14). */
  readonly acceptsDemoAccounts: boolean;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** The address of the request; guesses are slowed down by it too. */
  readonly address: string;
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
}: SignInDeps): Promise<CheckCredentials> {
  const passwords = await openPasswords();
  const unknownHash = await passwords.hash('nobody has this password');
  const guessing = createGuessing(clock);

  return async ({ username, password, address }) => {
    const attempt = { name: username.toLowerCase(), address };
    const wait = guessing.take(attempt);
    if (wait > 0) throw new TooManyRequests(wait, `Too many attempts. Please wait ${wait} seconds.`);
    const found = await findAccount(db, username);
    const isAccepted = acceptsDemoAccounts || password !== demoPassword;
    const isRight = await passwords.verify(found?.passwordHash ?? unknownHash, password);
    const mayEnter = isRight && isAccepted && found !== undefined && !found.isDisabled;
    if (!mayEnter || found.passwordHash === null) {
      await recordRefusal({ db, guessing }, found, attempt);
      throw new PortalError('bad_credentials', 'The user name or the password is wrong.');
    }
    guessing.succeeded(attempt);
    const { passwordHash, isDisabled: _, ...account } = found;
    return { account, passwordHash };
  };
}

async function recordRefusal(
  { db, guessing }: { readonly db: Kysely<Schema>; readonly guessing: Guessing },
  found: Credentialed | undefined,
  attempt: Attempt,
): Promise<void> {
  const accountId = found?.id ?? null;
  await record(db, { accountId, action: 'sign_in_refused' });
  const seconds = guessing.waitOf(attempt);
  if (seconds > 0) await record(db, { accountId, action: 'account_locked', detail: { seconds } });
}
