import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Account } from './account.ts';
import { accountColumns, readAccount } from './accounts.ts';

/** A session lasts 30 minutes from each load of the user (spec, session). */
const lifetimeMs = 30 * 60 * 1000;

const tokenForm = /^[\w-]{43}$/;

/** Sessions in the state database; only a hash of the token is stored. */
export interface Sessions {
  /** Begins a session and ends `previous`; returns the new token. */
  begin(accountId: number, previous: string | undefined): Promise<string>;
  accountOf(token: string | undefined): Promise<Account | null>;
  /** Thirty more minutes from now. */
  renew(token: string | undefined): Promise<void>;
  end(token: string | undefined): Promise<void>;
}

export interface SessionDeps {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
}

export function createSessions({ db, clock }: SessionDeps): Sessions {
  const expiry = (): Date => new Date(clock().getTime() + lifetimeMs);

  const end = async (token: string | undefined): Promise<void> => {
    if (token === undefined || !tokenForm.test(token)) return;
    await db.deleteFrom('session').where('token_hash', '=', hashOf(token)).execute();
  };
  return {
    begin: async (accountId, previous) => {
      await end(previous);
      await db.deleteFrom('session').where('expires_at', '<=', clock()).execute();
      const token = randomBytes(32).toString('base64url');
      await db
        .insertInto('session')
        .values({ token_hash: hashOf(token), account_id: accountId, expires_at: expiry() })
        .execute();
      return token;
    },
    accountOf: async (token) => {
      if (token === undefined || !tokenForm.test(token)) return null;
      const row = await db
        .selectFrom('session')
        .innerJoin('account', 'account.id', 'session.account_id')
        .select(accountColumns)
        .where('session.token_hash', '=', hashOf(token))
        .where('session.expires_at', '>', clock())
        .executeTakeFirst();
      return row === undefined ? null : readAccount(row);
    },
    renew: async (token) => {
      if (token === undefined) return;
      await db
        .updateTable('session')
        .set({ expires_at: expiry(), last_seen_at: clock() })
        .where('token_hash', '=', hashOf(token))
        .where('expires_at', '>', clock())
        .execute();
    },
    end,
  };
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
