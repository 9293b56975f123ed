import type { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { AccountDetail } from '@atrium/contract/endpoints/adminAccounts';
import { maxListPage } from '@atrium/contract/endpoints/staff';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { type Kysely, sql } from 'kysely';
import { maxDays } from '../../access/index.ts';
import type { Schema } from '../../database/index.ts';
import type { AdminDeps } from '../frame/deps.ts';
import type { StaffList } from '../frame/list.ts';

type Deps = Pick<AdminDeps, 'db' | 'clock' | 'operations'>;

interface Lists {
  readonly accounts: StaffList<(typeof adminEndpoints)['accounts']['list']>;
  readonly memberships: StaffList<(typeof adminEndpoints)['memberships']['list']>;
}

/** Everything that staff see of one account; refuses with not_found. */
export async function loadAccountDetail(deps: Deps, lists: Lists, id: number): Promise<AccountDetail> {
  const [{ results: found }, { results: memberships }] = await Promise.all([
    lists.accounts.load({}, { id }),
    lists.memberships.load({ sort: 'dataset', pageSize: maxListPage }, { account_id: id }),
  ]);
  const [account] = found;
  if (account === undefined) throw new PortalError('not_found', 'There is no such account.');
  return {
    ...account,
    ...(await loadCounts(deps, id)),
    invitation: await loadInvitation(deps, id),
    membershipItems: memberships,
    datasets: await loadGrantable(deps),
  };
}

async function loadCounts({ db, clock }: Deps, id: number) {
  const { tokens, reports, providers } = await db
    .selectFrom('account')
    .select([
      sql<number>`(select count(*)::integer from api_token where account_id = account.id
        and expires_at > ${clock()})`.as('tokens'),
      sql<number>`(select count(*)::integer from report where account_id = account.id)`.as('reports'),
      sql<
        string[]
      >`array(select issuer from account_identity where account_id = account.id order by issuer)`.as(
        'providers',
      ),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { tokens, reports, providers };
}

async function loadInvitation({ db, clock }: Deps, id: number): Promise<AccountDetail['invitation']> {
  const row = await db
    .selectFrom('invitation')
    .leftJoin('mail', 'mail.key', 'invitation.mail_key')
    .select(['invitation.made_at', 'invitation.expires_at', 'invitation.mail_key', 'mail.sent_at'])
    .where('invitation.account_id', '=', id)
    .where('invitation.expires_at', '>', clock())
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    madeAt: row.made_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    mail: row.mail_key === null ? 'none' : row.sent_at === null ? 'waiting' : 'sent',
  };
}

async function loadGrantable({
  db,
  operations: { membershipDays },
}: Deps): Promise<AccountDetail['datasets']> {
  const [datasets, groups] = await Promise.all([
    db.selectFrom('dataset').select(['id', 'unique_id', 'name', 'settings']).orderBy('name').execute(),
    loadGroupNames(db),
  ]);
  return datasets.map(({ id, unique_id: uniqueId, name, settings }) => ({
    uniqueId,
    name,
    groups: groups.filter((group) => group.dataset_id === id).map((group) => group.name),
    maxDays: maxDays(settings, membershipDays),
  }));
}

const loadGroupNames = (db: Kysely<Schema>) =>
  db.selectFrom('permission_group').select(['dataset_id', 'name']).orderBy('name').execute();
