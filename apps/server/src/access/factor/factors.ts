import { type FactorStatus, PortalError } from '@atrium/contract';
import type { Kysely, Transaction } from 'kysely';
import { record } from '../../audit/index.ts';
import type { Schema } from '../../database/schema.ts';
import { TooManyRequests } from '../../http/index.ts';
import { createBackoff } from '../backoff.ts';
import { parseRecoveryCode, replaceRecoveryCodes, takeRecoveryCode } from './recoveryCodes.ts';
import { createTotp, type Totp, type TotpDeps } from './totp.ts';

/** How a second factor was shown; sessions and tokens keep it. */
export type ShownFactor = 'totp' | 'recovery';

export interface CodeGiven {
  readonly accountId: number;
  readonly code: string;
  readonly address: string;
}

/** The second factor of accounts: codes of an app, and recovery codes. */
export interface Factors extends Pick<Totp, 'setUp'> {
  statusOf(accountId: number): Promise<Omit<FactorStatus, 'isRequired'>>;
  /** Turns it on with a first code, within a transaction; returns the recovery codes. Refuses with bad_code. */
  turnOn(db: Transaction<Schema>, accountId: number, code: string): Promise<readonly string[]>;
  /** Takes a code of either kind, once. Refuses with bad_code, or TooManyRequests where somebody guesses. */
  take(given: CodeGiven): Promise<ShownFactor>;
}

const minute = 60_000;
const wrongCode = 'This code is wrong, or was used before.';

export function createFactors(deps: TotpDeps): Factors {
  const { db, clock } = deps;
  const totp = createTotp(deps);
  const guesses = createBackoff({
    clock,
    free: 5,
    firstWaitMs: minute,
    longestWaitMs: 15 * minute,
    forgetAfterMs: 24 * 60 * minute,
  });
  const refuse = async ({ accountId, address }: CodeGiven): Promise<never> => {
    const seconds = guesses.waitOf(String(accountId));
    const detail = { address, ...(seconds > 0 ? { seconds } : {}) };
    await record(db, { accountId, action: 'second_factor_refused', detail });
    throw new PortalError('bad_code', wrongCode);
  };

  return {
    setUp: totp.setUp,
    statusOf: (accountId) => loadStatus(db, accountId),
    turnOn: async (transaction, accountId, code) => {
      // Whoever begins a session locks the account too, and is ended by the caller or refused there.
      await transaction.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute();
      if (!(await totp.confirm(transaction, accountId, digitsOf(code))))
        throw new PortalError('bad_code', wrongCode);
      return replaceRecoveryCodes(transaction, accountId);
    },
    take: async (given) => {
      const { accountId, code } = given;
      // Nobody guesses a recovery code, so it is never made to wait: it lets the owner in while somebody guesses.
      const recovery = parseRecoveryCode(code);
      if (recovery !== null)
        return (await takeRecoveryCode(db, accountId, recovery)) ? 'recovery' : refuse(given);
      const digits = digitsOf(code);
      if (!/^\d{6}$/.test(digits)) return refuse(given);
      const key = String(accountId);
      const wait = guesses.take(key);
      if (wait > 0) throw new TooManyRequests(wait, `Too many attempts. Please wait ${wait} seconds.`);
      if (!(await totp.take(accountId, digits))) return refuse(given);
      guesses.forget(key);
      return 'totp';
    },
  };
}

/** Apps show a code in two groups. */
const digitsOf = (code: string): string => code.replace(/[\s-]/g, '');

async function loadStatus(db: Kysely<Schema>, accountId: number): Promise<Omit<FactorStatus, 'isRequired'>> {
  const { since } = await loadSince(db, accountId);
  const { left } = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { isOn: since !== null, since: since?.toISOString() ?? null, recoveryCodesLeft: Number(left) };
}

async function loadSince(db: Kysely<Schema>, accountId: number): Promise<{ readonly since: Date | null }> {
  const row = await db
    .selectFrom('account_totp')
    .select('confirmed_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return { since: row?.confirmed_at ?? null };
}

/** Takes the second factor of an account away, also from its tokens; returns whether it had one. */
export async function removeFactor(db: Kysely<Schema>, accountId: number): Promise<boolean> {
  const removed = await db
    .deleteFrom('account_totp')
    .where('account_id', '=', accountId)
    .returning('confirmed_at')
    .executeTakeFirst();
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  await db.deleteFrom('pending_sign_in').where('account_id', '=', accountId).execute();
  await db
    .updateTable('api_token')
    .set({ second_factor: null })
    .where('account_id', '=', accountId)
    .execute();
  return removed !== undefined && removed.confirmed_at !== null;
}
