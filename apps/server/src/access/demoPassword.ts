import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { findAccount } from './accounts.ts';
import { openPasswords } from './password.ts';

/** The password of the demo accounts, which everybody knows. It is too short for `judgePassword`, so nobody else has it. */
export const demoPassword = 'atrium-demo';

/** Which of the accounts could sign in with the password of the demo: they have it and are not disabled. */
export async function findOpenDemoAccounts(
  db: Kysely<Schema>,
  usernames: readonly string[],
): Promise<readonly string[]> {
  const passwords = await openPasswords();
  const open: string[] = [];
  for (const username of usernames) {
    const account = await findAccount(db, username);
    if (account === undefined || account.isDisabled || account.passwordHash === null) continue;
    if (await passwords.verify(account.passwordHash, demoPassword)) open.push(account.username);
  }
  return open;
}
