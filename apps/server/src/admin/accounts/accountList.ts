import { type AccountItem, type AccountState, accountStates } from '@atrium/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import type { AdminDeps } from '../frame/deps.ts';
import { createList, type ListSource } from '../frame/list.ts';

const row = z.object({
  id: z.int(),
  username: z.string(),
  full_name: z.string(),
  email: z.string(),
  is_staff: z.boolean(),
  state: z.enum(accountStates),
  has_password: z.boolean(),
  has_second_factor: z.boolean(),
  sessions: z.int(),
  memberships: z.int(),
  created_at: z.date(),
  last_used_at: z.date().nullable(),
});
export type AccountRow = z.infer<typeof row>;

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

interface AccountFilter {
  readonly state?: AccountState | undefined;
  readonly account?: number | undefined;
}

export const createAccountList = (deps: Pick<AdminDeps, 'db' | 'clock'>) =>
  createList(deps, {
    room: 'accounts',
    source: ({ state, account }: AccountFilter): ListSource<AccountRow> => ({
      rows: sql`select * from (${accountsAt(deps.clock())}) as account
        where ${state === undefined ? sql`true` : sql`state = ${state}`}
          and ${account === undefined ? sql`true` : sql`id = ${account}`}`,
      row,
    }),
    searched: ['username', 'full_name', 'email'],
    sorts: {
      username: sql`lower(username)`,
      name: sql`lower(nullif(full_name, ''))`,
      created: sql`created_at`,
      last_used: sql`last_used_at`,
      memberships: sql`memberships`,
    },
    usualSort: ['username', 1],
    key: 'id',
    columns: [
      ['username', (one) => one.username],
      ['name', (one) => one.full_name],
      ['email', (one) => one.email],
      ['state', (one) => one.state],
      ['staff', (one) => one.is_staff],
      ['password', (one) => one.has_password],
      ['second_factor', (one) => one.has_second_factor],
      ['sessions', (one) => one.sessions],
      ['memberships', (one) => one.memberships],
      ['created', (one) => one.created_at],
      ['last_used', (one) => one.last_used_at],
    ],
  });

export const presentAccount = (row: AccountRow): AccountItem => ({
  id: row.id,
  username: row.username,
  fullName: row.full_name,
  email: row.email,
  isStaff: row.is_staff,
  state: row.state,
  hasPassword: row.has_password,
  hasSecondFactor: row.has_second_factor,
  sessions: row.sessions,
  memberships: row.memberships,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});
