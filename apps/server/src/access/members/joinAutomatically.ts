import { datasetSettings } from '@atrium/contract';
import type { Kysely, Transaction } from 'kysely';
import { record } from '../../audit/index.ts';
import type { Schema } from '../../database/schema.ts';
import type { Account } from '../account.ts';

type AutoMembership = NonNullable<ReturnType<typeof datasetSettings.parse>['autoMembership']>;

/** Who opens a dataset is made a member of it where the dataset says so; undefined where it says nothing. */
export const autoMembershipOf = (settings: unknown): AutoMembership | undefined => {
  const read = datasetSettings.safeParse(settings ?? {});
  return read.success ? read.data.autoMembership : undefined;
};

/**
 * Makes the account a member as the dataset's setting says at this moment, and puts it on record. Of many at once one
 * makes the membership; one that exists stays as it is. A group that is gone opens nothing.
 */
export async function joinAutomatically(
  db: Kysely<Schema>,
  account: Account,
  datasetId: number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const setting = await readSetting(transaction, datasetId);
    if (setting === undefined) return;
    const { level, canViewWorkspace = true, canViewSubjectDetails = true, groups = [] } = setting;
    const made = await transaction
      .insertInto('membership')
      .values({
        account_id: account.id,
        dataset_id: datasetId,
        access_level: level,
        can_view_workspace: canViewWorkspace,
        can_view_subject_details: canViewSubjectDetails,
      })
      .onConflict((conflict) => conflict.columns(['account_id', 'dataset_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made === undefined) return;
    await joinGroups(transaction, { datasetId, membershipId: made.id, groups });
    const detail = { membership: made.id, level, canViewWorkspace, isAutomatic: true };
    await record(transaction, { accountId: account.id, datasetId, action: 'membership_grant', detail });
  });
}

/** Read under a lock, so that a setting which is being changed is either the old one or the new one. */
async function readSetting(
  transaction: Transaction<Schema>,
  datasetId: number,
): Promise<AutoMembership | undefined> {
  const row = await transaction
    .selectFrom('dataset')
    .select('settings')
    .where('id', '=', datasetId)
    .forShare()
    .executeTakeFirst();
  return autoMembershipOf(row?.settings);
}

async function joinGroups(
  transaction: Transaction<Schema>,
  { datasetId, membershipId, groups }: { datasetId: number; membershipId: number; groups: readonly string[] },
): Promise<void> {
  if (groups.length === 0) return;
  const found = await transaction
    .selectFrom('permission_group')
    .select('id')
    .where('dataset_id', '=', datasetId)
    .where('name', 'in', [...groups])
    .execute();
  if (found.length === 0) return;
  await transaction
    .insertInto('membership_group')
    .values(found.map(({ id }) => ({ dataset_id: datasetId, membership_id: membershipId, group_id: id })))
    .execute();
}
