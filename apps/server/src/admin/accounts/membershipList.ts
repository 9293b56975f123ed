import { accessLevels, grantableRights, type MembershipItem, type membershipStates } from '@atrium/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { lastDayOf, rightsAsJson, rightsInFiles } from '../../access/index.ts';
import type { AdminDeps } from '../frame/deps.ts';
import { createList, type ListSource } from '../frame/list.ts';

const row = z.object({
  id: z.int(),
  account_id: z.int(),
  username: z.string(),
  full_name: z.string(),
  email: z.string(),
  dataset: z.string(),
  dataset_name: z.string(),
  level: z.enum(accessLevels),
  rights: grantableRights,
  groups: z.array(z.string()),
  ends_at: z.date().nullable(),
  has_ended: z.boolean(),
  created_at: z.date(),
});
export type MembershipRow = z.infer<typeof row>;

interface MembershipFilter {
  /** The dataset's id in paths. */
  readonly dataset?: string | undefined;
  readonly state?: (typeof membershipStates)[number] | undefined;
  readonly account?: number | undefined;
}

const membershipsAt = (now: Date, { dataset, state, account }: MembershipFilter) => sql`
  select * from (
    select membership.id, membership.account_id, account.username, account.full_name, account.email,
      dataset.unique_id as dataset, dataset.name as dataset_name, membership.access_level as level,
      ${rightsAsJson} as rights, membership.ends_at, membership.created_at,
      coalesce(membership.ends_at <= ${now}, false) as has_ended,
      array(select permission_group.name from membership_group
        join permission_group on permission_group.id = membership_group.group_id
        where membership_group.membership_id = membership.id order by lower(permission_group.name)) as groups
    from membership
    join account on account.id = membership.account_id
    join dataset on dataset.id = membership.dataset_id
    where ${account === undefined ? sql`true` : sql`membership.account_id = ${account}`}
      and ${dataset === undefined ? sql`true` : sql`dataset.unique_id = ${dataset}`}
  ) as membership
  where ${state === undefined ? sql`true` : sql`has_ended = ${state === 'ended'}`}`;

/** The memberships of all accounts. */
export const createMembershipList = (deps: Pick<AdminDeps, 'db' | 'clock'>) =>
  createList(deps, {
    room: 'memberships',
    source: (filter: MembershipFilter): ListSource<MembershipRow> => ({
      rows: membershipsAt(deps.clock(), filter),
      row,
    }),
    searched: ['username', 'full_name', 'email', 'dataset', 'dataset_name', 'level', 'groups'],
    sorts: {
      username: sql`lower(username)`,
      dataset: sql`lower(dataset_name)`,
      level: sql`level`,
      until: sql`ends_at`,
      created: sql`created_at`,
    },
    usualSort: ['username', 1],
    key: 'id',
    columns: [
      ['username', (one) => one.username],
      ['name', (one) => one.full_name],
      ['email', (one) => one.email],
      ['dataset', (one) => one.dataset],
      ['level', (one) => one.level],
      ...rightsInFiles.map(([name, right]) => [name, (one: MembershipRow) => one.rights[right]] as const),
      ['groups', (one) => one.groups.join(' ')],
      ['last_day', (one) => lastDayOf(one.ends_at)],
      ['has_ended', (one) => one.has_ended],
      ['since', (one) => one.created_at],
    ],
  });

export const presentMembership = (row: MembershipRow): MembershipItem => ({
  id: row.id,
  accountId: row.account_id,
  username: row.username,
  fullName: row.full_name,
  dataset: row.dataset,
  datasetName: row.dataset_name,
  level: row.level,
  ...row.rights,
  groups: row.groups,
  until: lastDayOf(row.ends_at),
  hasEnded: row.has_ended,
  createdAt: row.created_at.toISOString(),
});
