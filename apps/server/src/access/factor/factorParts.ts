import type { FactorStatus } from '@atrium/contract/wire/secondFactor';
import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../../database/schema.ts';

/** The parts of an account's second factor: each passkey, and the app with the time when it was added. */
export interface Parts {
  readonly app: Date | null;
  readonly passkeys: readonly Date[];
}

export async function loadParts(db: Kysely<Schema>, accountId: number): Promise<Parts> {
  const app = await db
    .selectFrom('account_totp')
    .select('confirmed_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const passkeys = await db
    .selectFrom('passkey')
    .select('created_at')
    .where('account_id', '=', accountId)
    .execute();
  return { app: app?.confirmed_at ?? null, passkeys: passkeys.map((row) => row.created_at) };
}

const datesOf = ({ app, passkeys }: Parts): readonly Date[] => [...(app === null ? [] : [app]), ...passkeys];

/** Whether an account has a second factor: an app, a passkey or both. */
export const hasFactor = async (db: Kysely<Schema>, accountId: number): Promise<boolean> =>
  datesOf(await loadParts(db, accountId)).length > 0;

/** A request that begins a session locks the account too: the caller ends its session, or it is refused there. */
export async function lockAccount(transaction: Transaction<Schema>, accountId: number): Promise<void> {
  await transaction.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute();
}

export async function loadStatus(
  db: Kysely<Schema>,
  accountId: number,
): Promise<Pick<FactorStatus, 'isOn' | 'since' | 'hasApp' | 'recoveryCodesLeft'>> {
  const parts = await loadParts(db, accountId);
  const [since] = [...datesOf(parts)].sort((one, other) => one.getTime() - other.getTime());
  const { left } = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return {
    isOn: since !== undefined,
    since: since?.toISOString() ?? null,
    hasApp: parts.app !== null,
    recoveryCodesLeft: Number(left),
  };
}

/** Removes the app; false where the account has none. */
export async function removeApp(db: Kysely<Schema>, accountId: number): Promise<boolean> {
  const removed = await db
    .deleteFrom('account_totp')
    .where('account_id', '=', accountId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return removed !== undefined && removed.confirmed_at !== null;
}

/** Removes the second factor of an account, also from its tokens; returns whether it had one. */
export async function removeFactor(db: Kysely<Schema>, accountId: number): Promise<boolean> {
  const had = await hasFactor(db, accountId);
  await removeApp(db, accountId);
  for (const table of ['passkey', 'passkey_challenge', 'recovery_code', 'pending_sign_in'] as const)
    await db.deleteFrom(table).where('account_id', '=', accountId).execute();
  await db
    .updateTable('api_token')
    .set({ second_factor: null })
    .where('account_id', '=', accountId)
    .execute();
  return had;
}
