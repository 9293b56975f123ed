import { msPerDay } from '@atrium/contract/calendar/dayNumbers';
import type { Kysely, Transaction } from 'kysely';
import { record } from '../audit/index.ts';
import type { Schema } from '../database/schema.ts';
import { endAccess } from './endAccess.ts';

interface IdleRule {
  readonly now: Date;
  /** After how many days without a sign-in or a call an account is disabled. */
  readonly days: number;
}

/**
 * Disables the accounts that nobody has used for too long, with their sessions and tokens, and records each (rule
 * 8.22). The last staff account that is enabled stays.
 * @returns their ids
 */
export async function disableIdle(db: Kysely<Schema>, rule: IdleRule): Promise<readonly number[]> {
  const idle = await idleOf(db, rule).orderBy('last_used_at').orderBy('id').execute();
  const disabled: number[] = [];
  for (const { id } of idle) {
    const isDisabled = await db.transaction().execute((inside) => disable(inside, id, rule));
    if (isDisabled) disabled.push(id);
  }
  return disabled;
}

const idleOf = (db: Kysely<Schema>, { now, days }: IdleRule) =>
  db
    .selectFrom('account')
    .select(['id', 'username', 'is_staff'])
    .where('disabled_at', 'is', null)
    .where('last_used_at', '<=', new Date(now.getTime() - days * msPerDay));

/** False where it was used or disabled meanwhile, or is the last one of staff. */
async function disable(transaction: Transaction<Schema>, id: number, rule: IdleRule): Promise<boolean> {
  // Two portals that disable the last two at once would leave none.
  const staff = await transaction
    .selectFrom('account')
    .select('id')
    .where('is_staff', '=', true)
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const account = await idleOf(transaction, rule).where('id', '=', id).forUpdate().executeTakeFirst();
  if (account === undefined || (account.is_staff && staff.length <= 1)) return false;
  await transaction.updateTable('account').set({ disabled_at: rule.now }).where('id', '=', id).execute();
  await endAccess(transaction, { accountId: id, endsTokens: true });
  const detail = { account: id, username: account.username, isDisabled: true, idleDays: rule.days };
  await record(transaction, { accountId: null, action: 'account_change', detail });
  return true;
}
