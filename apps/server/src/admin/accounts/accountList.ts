import type { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { sql } from 'kysely';
import type { ListRules } from '../frame/list.ts';

/** The accounts, each with what staff need to know of it; memberships that have ended do not count. */
export const accountsAt = (now: Date) => sql`
  select account.id, account.username, account.full_name, account.email, account.is_staff,
    account.created_at, account.password_hash is not null as has_password,
    (exists (select from account_totp where account_id = account.id and confirmed_at is not null)
      or exists (select from passkey where account_id = account.id)) as has_second_factor,
    (select count(*)::integer from session where account_id = account.id and expires_at > ${now}) as sessions,
    (select count(*)::integer from membership
      where account_id = account.id and (ends_at is null or ends_at > ${now})) as memberships,
    nullif(account.last_used_at, account.created_at) as last_used_at,
    case when account.disabled_at is not null then 'disabled'
      when account.password_hash is null
        and not exists (select from account_identity where account_id = account.id) then 'invited'
      else 'active' end as state
  from account`;

/** The list of accounts. */
export const accountRules: ListRules<(typeof adminEndpoints)['accounts']['list']> = {
  rows: accountsAt,
  searched: ['username', 'full_name', 'email'],
  orders: {
    username: sql`lower(username)`,
    name: sql`lower(nullif(full_name, ''))`,
    created: sql`created_at`,
    last_used: sql`last_used_at`,
  },
  file: {
    username: 'username',
    name: 'full_name',
    email: 'email',
    state: 'state',
    staff: 'is_staff',
    password: 'has_password',
    second_factor: 'has_second_factor',
    sessions: 'sessions',
    memberships: 'memberships',
    created: 'created_at',
    last_used: 'last_used_at',
  },
};
