import { PortalError } from '@atrium/contract/errors/errorCode';
import type { Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';

/**
 * Runs a change of accounts by staff; refuses with conflict, and changes nothing, where afterwards nobody of staff could
 * sign in (rule 15.5). Accounts of staff are locked first: two who remove each other at once would leave none.
 */
export async function keepingStaff<Changed>(
  transaction: Transaction<Schema>,
  change: () => Promise<Changed>,
): Promise<Changed> {
  await transaction
    .selectFrom('account')
    .select('id')
    .where('is_staff', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute();
  const changed = await change();
  const left = await transaction
    .selectFrom('account')
    .leftJoin('account_identity', 'account_identity.account_id', 'account.id')
    .select('account.id')
    .where('account.is_staff', '=', true)
    .where('account.disabled_at', 'is', null)
    .where(({ eb, or }) =>
      or([eb('account.password_hash', 'is not', null), eb('account_identity.account_id', 'is not', null)]),
    )
    .limit(1)
    .executeTakeFirst();
  if (left === undefined)
    throw new PortalError(
      'conflict',
      'This is the last account of staff that can sign in: make another first.',
    );
  return changed;
}
