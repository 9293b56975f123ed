import { PortalError } from '@atrium/contract/errors/errorCode';
import type { Kysely } from 'kysely';
import { type Account, accountColumns, decodeAccount } from '../../access/index.ts';
import type { Schema } from '../../database/index.ts';

export interface KnownAccount extends Account {
  readonly hasPassword: boolean;
  readonly isDisabled: boolean;
}

/** The account with an id; refuses with not_found. In a transaction it is locked until the end. */
export async function requireAccount(db: Kysely<Schema>, id: number): Promise<KnownAccount> {
  const row = await db
    .selectFrom('account')
    .select([...accountColumns, 'account.password_hash', 'account.disabled_at'])
    .where('id', '=', id)
    .$if(db.isTransaction, (accounts) => accounts.forUpdate())
    .executeTakeFirst();
  if (row === undefined) throw new PortalError('not_found', 'There is no such account.');
  return {
    ...decodeAccount(row),
    hasPassword: row.password_hash !== null,
    isDisabled: row.disabled_at !== null,
  };
}
