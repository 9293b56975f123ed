import { PortalError } from '@atrium/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { Account, Member } from '../account.ts';
import { readGroups } from './groups.ts';
import { autoMembershipOf, joinAutomatically } from './joinAutomatically.ts';

/**
 * The account's membership by the dataset's id in paths; refuses with not_found, then not_a_member. Where the dataset
 * lets everyone in, the first visit makes the membership (rule 8.5).
 */
export async function resolveMember(db: Kysely<Schema>, account: Account, uniqueId: string): Promise<Member> {
  const found = await findMembership(db, account, uniqueId);
  if (found === undefined) throw new PortalError('not_found', 'There is no such dataset.');
  const mayJoin = found.membership_id === null && autoMembershipOf(found.settings) !== undefined;
  if (mayJoin) await joinAutomatically(db, account, found.dataset_id);
  const row = mayJoin ? await findMembership(db, account, uniqueId) : found;
  if (row === undefined || row.membership_id === null || row.access_level === null)
    throw new PortalError('not_a_member', 'You are not a member of this dataset.');
  const key = { datasetId: row.dataset_id, membershipId: row.membership_id };
  return {
    account,
    ...key,
    uniqueId,
    level: row.access_level,
    canViewWorkspace: row.can_view_workspace === true,
    canViewSubjectDetails: row.can_view_subject_details === true,
    groups: await readGroups(db, key),
  };
}

const findMembership = (db: Kysely<Schema>, account: Account, uniqueId: string) =>
  db
    .selectFrom('dataset')
    .leftJoin('membership', (join) =>
      join.onRef('membership.dataset_id', '=', 'dataset.id').on('membership.account_id', '=', account.id),
    )
    .select([
      'dataset.id as dataset_id',
      'dataset.settings',
      'membership.id as membership_id',
      'membership.access_level',
      'membership.can_view_workspace',
      'membership.can_view_subject_details',
    ])
    .where('dataset.unique_id', '=', uniqueId)
    .executeTakeFirst();
