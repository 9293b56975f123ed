import type { Purpose } from '@atrium/contract/documents/purpose';
import { purposeKey } from '@atrium/engine';
import type { Kysely } from 'kysely';
import { record } from '../audit/index.ts';
import type { Schema } from '../database/schema.ts';
import type { Member } from './account.ts';

/**
 * Stores for what a member wants to use the data of a dataset, until it is changed, and records each change in the audit
 * (rule 8.33). Downloads under way end, since what the member may see has changed (rule 8.6).
 */
export async function statePurpose(
  db: Kysely<Schema>,
  { account, datasetId, membershipId, purpose: before }: Member,
  purpose: Purpose,
): Promise<void> {
  if (before !== null && purposeKey(before) === purposeKey(purpose)) return;
  const stated = {
    ...purpose,
    involves: [...new Set(purpose.involves)],
    confirms: [...new Set(purpose.confirms)].sort(),
  };
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('membership')
      .set({ purpose: JSON.stringify(stated) })
      .where('id', '=', membershipId)
      .execute();
    const detail = {
      research: stated.research,
      ...(stated.disease === null ? {} : { disease: stated.disease }),
      involves: stated.involves.join(' '),
      confirms: stated.confirms.join(' '),
    };
    await record(transaction, { accountId: account.id, datasetId, action: 'purpose_state', detail });
  });
}
