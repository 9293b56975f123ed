import type { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { sql } from 'kysely';
import { lastDayInSql, rightsInFiles, rightsInSql } from '../../access/index.ts';
import type { ListRules } from '../frame/list.ts';

/** The list of the memberships of all accounts. */
export const membershipRules: ListRules<(typeof adminEndpoints)['memberships']['list']> = {
  rows: (now) => sql`
    select membership.id, membership.account_id, account.username, account.full_name, account.email,
      dataset.unique_id as dataset, dataset.name as dataset_name, membership.access_level as level,
      ${rightsInSql}, ${lastDayInSql} as until, membership.created_at,
      coalesce(membership.ends_at <= ${now}, false) as has_ended,
      string_to_array(coalesce(membership.from_provider, ''), ' ') as sources,
      array(select permission_group.name from membership_group
        join permission_group on permission_group.id = membership_group.group_id
        where membership_group.membership_id = membership.id order by lower(permission_group.name)) as groups
    from membership
    join account on account.id = membership.account_id
    join dataset on dataset.id = membership.dataset_id`,
  searched: ['username', 'full_name', 'email', 'dataset', 'dataset_name', 'level', 'groups'],
  orders: {
    username: sql`lower(username)`,
    dataset: sql`lower(dataset_name)`,
    created: sql`created_at`,
  },
  tests: { state: (state) => sql`has_ended = ${state === 'ended'}` },
  file: {
    username: 'username',
    name: 'full_name',
    email: 'email',
    dataset: 'dataset',
    level: 'level',
    ...rightsInFiles,
    groups: 'groups',
    last_day: 'until',
    has_ended: 'has_ended',
    sources: 'sources',
    since: 'created_at',
  },
};
