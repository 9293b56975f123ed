import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { accessLevels } from '@atrium/contract/wire/access';
import { rightsOf } from '@atrium/engine';
import { sql } from 'kysely';
import type { PortalApi } from '../access/index.ts';
import { route } from '../http/index.ts';
import { deleteReportAsStaff, giveReport, listTakers } from '../report/index.ts';
import type { AdminDeps } from './frame/deps.ts';
import { registerList } from './frame/list.ts';

const { reports: calls } = adminEndpoints;
const done = { status: 'complete' as const };

/** The room of reports: staff give them to another member or delete them, and never read them (rule 12.13). */
export function registerReportRoom(api: PortalApi, deps: AdminDeps): void {
  const { db, clock } = deps;
  registerList(api, deps, {
    calls,
    rows: reportsAt,
    searched: ['name', 'owner', 'owner_username', 'dataset', 'dataset_name'],
    orders: {
      name: sql`lower(name)`,
      owner: sql`lower(nullif(owner, ''))`,
      dataset: sql`lower(dataset_name)`,
    },
    file: {
      report: 'id',
      name: 'name',
      dataset: 'dataset',
      creator: 'owner',
      username: 'owner_username',
      creator_has_access: 'owner_has_access',
      created: 'created',
      saved: 'saved',
    },
  });
  route(api, calls.takers, async ({ params: { report: reportId } }) => {
    const report = await db
      .selectFrom('report')
      .select('dataset_id')
      .where('id', '=', reportId)
      .executeTakeFirst();
    if (report === undefined) throw new PortalError('not_found', `There is no report ${reportId}.`);
    const takers = await listTakers({ db, clock }, report.dataset_id);
    return { takers: takers.map(({ username, name }) => ({ username, name: name ?? username })) };
  });
  route(api, calls.give, async ({ account, params: { report: id }, body: { username } }) => {
    await giveReport({ db, clock }, { id, username, by: { accountId: account.id } });
    return done;
  });
  route(api, calls.delete, async ({ account, params: { report: id } }) => {
    await deleteReportAsStaff({ db, clock }, { id, by: { accountId: account.id } });
    return done;
  });
}

const levelsWithSubjects = accessLevels.filter((level) => rightsOf({ level }).seesSubjects);

/** The creator has access where the account is in use and its membership, of a level that has reports, has not ended. */
const reportsAt = (now: Date) => sql`
  select report.id, report.name, dataset.unique_id as dataset, dataset.name as dataset_name,
    coalesce(nullif(account.full_name, ''), account.username, '') as owner,
    coalesce(account.username, '') as owner_username,
    coalesce(membership.access_level in (${sql.join(levelsWithSubjects)}), false) as owner_has_access,
    report.created_at as created, report_version.saved_at as saved
  from report
  join dataset on dataset.id = report.dataset_id
  join report_version on report_version.report_id = report.id and report_version.version = report.version
  left join account on account.id = report.account_id
  left join membership on membership.account_id = report.account_id
    and membership.dataset_id = report.dataset_id and account.disabled_at is null
    and (membership.ends_at is null or membership.ends_at > ${now})`;
