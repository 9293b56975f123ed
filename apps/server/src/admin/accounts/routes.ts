import { type AccountItem, adminEndpoints } from '@atrium/contract';
import type { PortalApi } from '../../access/index.ts';
import { route } from '../../http/index.ts';
import type { AdminDeps } from '../frame/deps.ts';
import { type AccountRow, createAccountList } from './accountList.ts';

const { accounts } = adminEndpoints;

/** The room of accounts and memberships. */
export function registerAccountRoom(api: PortalApi, deps: AdminDeps): void {
  const list = createAccountList(deps);

  route(api, accounts.list, async ({ query }) => {
    const { count, results } = await list.load(query);
    return { count, results: results.map(presentAccount) };
  });
  route(api, accounts.exportCsv, ({ account, query }) => list.save(account, query));
}

const presentAccount = (row: AccountRow): AccountItem => ({
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
