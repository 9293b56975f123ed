import { PortalError } from '@atrium/contract/errors/errorCode';
import type { NewFactor } from '@atrium/contract/wire/secondFactor';
import type { Kysely } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { Schema } from '../../database/schema.ts';
import type { Account } from '../account.ts';
import type { Seal } from './seal.ts';

/** Codes of an app: six digits, a new one every 30 seconds (RFC 6238 with the values that all apps have). */
export interface Totp {
  /** Makes a secret that counts only after `confirm`; refuses with conflict where a second factor is on. */
  setUp(account: Account): Promise<NewFactor>;
  /** Checks the first code; false where it is wrong or no set-up of the last minutes waits for it. */
  confirm(db: Kysely<Schema>, accountId: number, code: string): Promise<boolean>;
  /** Checks a code; false for one that is wrong, or not later than the last one that was accepted. */
  take(accountId: number, code: string): Promise<boolean>;
}

export interface TotpDeps {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
  readonly seal: Seal;
  /** The name under which apps list the codes. */
  readonly siteTitle: string;
}

const secretBytes = 20;
/** Clocks may differ by so many periods. */
const skew = 1;
const setUpMs = 15 * 60 * 1000;

export function createTotp({ db, clock, seal, siteTitle }: TotpDeps): Totp {
  /** The period of a right code that is later than the last one; null where there is none. */
  const periodOf = (row: StoredTotp, code: string): number | null => {
    const secret = seal.open(row.sealed_secret, ownerOf(row.account_id));
    if (secret === null)
      throw new PortalError(
        'not_ready',
        'Codes of your app cannot be checked, since the key of the data directory has changed. Use a recovery code, or tell the people who run this site.',
      );
    const now = clock().getTime();
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const difference = totp.validate({ token: code, timestamp: now, window: skew });
    if (difference === null) return null;
    const period = totp.counter({ timestamp: now }) + difference;
    return period > row.last_period ? period : null;
  };

  return {
    setUp: async (account) => {
      const totp = new TOTP({
        issuer: siteTitle,
        label: account.username,
        secret: new Secret({ size: secretBytes }),
      });
      const secret = totp.secret.base32;
      const sealed_secret = seal.seal(secret, ownerOf(account.id));
      const kept = await db
        .insertInto('account_totp')
        .values({ account_id: account.id, sealed_secret, last_period: 0, created_at: clock() })
        .onConflict((conflict) =>
          conflict
            .column('account_id')
            .doUpdateSet({ sealed_secret, last_period: 0, created_at: clock() })
            .where('account_totp.confirmed_at', 'is', null),
        )
        .returning('account_id')
        .executeTakeFirst();
      if (kept === undefined) throw new PortalError('conflict', 'The second factor is on already.');
      return { secret, uri: totp.toString() };
    },
    confirm: async (transaction, accountId, code) => {
      const row = await transaction
        .selectFrom('account_totp')
        .select(columns)
        .where('account_id', '=', accountId)
        .where('confirmed_at', 'is', null)
        .where('created_at', '>', new Date(clock().getTime() - setUpMs))
        .forUpdate()
        .executeTakeFirst();
      const period = row === undefined ? null : periodOf(row, code);
      if (period === null) return false;
      await transaction
        .updateTable('account_totp')
        .set({ confirmed_at: clock(), last_period: period })
        .where('account_id', '=', accountId)
        .execute();
      return true;
    },
    take: async (accountId, code) => {
      const row = await db
        .selectFrom('account_totp')
        .select(columns)
        .where('account_id', '=', accountId)
        .where('confirmed_at', 'is not', null)
        .executeTakeFirst();
      const period = row === undefined ? null : periodOf(row, code);
      if (row === undefined || period === null) return false;
      // Of two requests with one code, one changes the row.
      const taken = await db
        .updateTable('account_totp')
        .set({ last_period: period })
        .where('account_id', '=', accountId)
        .where('sealed_secret', '=', row.sealed_secret)
        .where('last_period', '<', period)
        .executeTakeFirst();
      return taken.numUpdatedRows > 0n;
    },
  };
}

const columns = ['account_id', 'sealed_secret', 'last_period'] as const;

interface StoredTotp {
  readonly account_id: number;
  readonly sealed_secret: string;
  readonly last_period: number;
}

const ownerOf = (accountId: number): string => `totp of account ${accountId}`;
