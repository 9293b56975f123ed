import { PortalError } from '@atrium/contract';
import type { Kysely } from 'kysely';
import { record } from '../audit/index.ts';
import type { Schema } from '../database/schema.ts';
import type { Account } from './account.ts';
import { findAccount } from './accounts.ts';
import { openPasswords } from './password.ts';
import type { Sessions } from './sessions.ts';
import { createThrottle } from './throttle.ts';

export interface SignInDeps {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
  readonly sessions: Sessions;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** The address that asks; part of what is throttled. */
  readonly address: string;
  /** The session that the caller holds already; it ends. */
  readonly previous: string | undefined;
}

export interface SignedIn {
  readonly account: Account;
  readonly token: string;
}

/** Refused for too many attempts, with the seconds to wait. */
export class TooManyAttempts extends PortalError {
  readonly retryAfter: number;

  constructor(retryAfter: number) {
    super('too_many_requests', `Too many attempts. Please wait ${retryAfter} seconds.`);
    this.retryAfter = retryAfter;
  }
}

const windowMs = 5 * 60 * 1000;

/** Judges credentials; refuses with bad_credentials or TooManyAttempts. An unknown name costs as much time as a known one. */
export async function createSignIn(deps: SignInDeps): Promise<(given: Credentials) => Promise<SignedIn>> {
  const { db, clock, sessions } = deps;
  const passwords = await openPasswords();
  const nobody = await passwords.hash('nobody has this password');
  const fromOneAddress = createThrottle({ clock, windowMs, attempts: 100 });
  const onOneAccount = createThrottle({ clock, windowMs, attempts: 100 });
  const onAccountFromAddress = createThrottle({ clock, windowMs, attempts: 10 });

  return async ({ username, password, address, previous }) => {
    const name = username.toLowerCase();
    const both = `${address} ${name}`;
    const wait = onAccountFromAddress.take(both) || fromOneAddress.take(address) || onOneAccount.take(name);
    if (wait > 0) throw new TooManyAttempts(wait);
    const found = await findAccount(db, username);
    const isRight = await passwords.verify(found?.passwordHash ?? nobody, password);
    if (found === undefined || !isRight) {
      await record(db, { accountId: found?.id ?? null, action: 'sign_in_refused' });
      throw new PortalError('bad_credentials', 'The user name or the password is wrong.');
    }
    onAccountFromAddress.forget(both);
    fromOneAddress.giveBack(address);
    onOneAccount.giveBack(name);
    const { passwordHash: _, ...account } = found;
    const token = await sessions.begin(account.id, previous);
    await record(db, { accountId: account.id, action: 'sign_in' });
    return { account, token };
  };
}
