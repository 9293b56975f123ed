import { accessLevels, adminEndpoints, PortalError, type StaffReportItem } from '@atrium/contract';
import { rightsOf } from '@atrium/engine';
import { sql } from 'kysely';
import { z } from 'zod';
import type { PortalApi } from '../access/index.ts';
import { route } from '../http/index.ts';
import { deleteReportAsStaff, giveReport, listTakers } from '../report/index.ts';
import type { AdminDeps } from './frame/deps.ts';
import { createList, type ListSource } from './frame/list.ts';

const { reports: calls } = adminEndpoints;
const done = { status: 'complete' as const };

/** The room of reports: staff give them to another member or delete them, and never read them (rule 12.13). */
export function registerReportRoom(api: PortalApi, deps: AdminDeps): void {
  const { db, clock } = deps;
  const list = createReportList(deps);
  route(api, calls.list, async ({ query }) => {
    const { count, results } = await list.load(query);
    return { count, results: results.map(present) };
  });
  route(api, calls.exportCsv, ({ query }) => list.save(query));
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

const row = z.object({
  id: z.int(),
  name: z.string(),
  dataset: z.string(),
  dataset_name: z.string(),
  owner: z.string(),
  owner_username: z.string(),
  access_level: z.enum(accessLevels).nullable(),
  created_at: z.date(),
  saved_at: z.date(),
});
type ReportRow = z.infer<typeof row>;

interface ReportFilter {
  /** The dataset's id in paths. */
  readonly dataset?: string | undefined;
}

/** The level of the creator, where the account is in use and its membership has not ended. */
const reportsAt = (now: Date, { dataset }: ReportFilter) => sql`
  select report.id, report.name, dataset.unique_id as dataset, dataset.name as dataset_name,
    coalesce(nullif(account.full_name, ''), account.username, '') as owner,
    coalesce(account.username, '') as owner_username,
    membership.access_level, report.created_at, report_version.saved_at
  from report
  join dataset on dataset.id = report.dataset_id
  join report_version on report_version.report_id = report.id and report_version.version = report.version
  left join account on account.id = report.account_id
  left join membership on membership.account_id = report.account_id
    and membership.dataset_id = report.dataset_id and account.disabled_at is null
    and (membership.ends_at is null or membership.ends_at > ${now})
  where ${dataset === undefined ? sql`true` : sql`dataset.unique_id = ${dataset}`}`;

const createReportList = (deps: Pick<AdminDeps, 'db' | 'clock'>) =>
  createList(deps, {
    room: 'reports',
    source: (filter: ReportFilter): ListSource<ReportRow> => ({ rows: reportsAt(deps.clock(), filter), row }),
    searched: ['name', 'owner', 'owner_username', 'dataset', 'dataset_name'],
    sorts: {
      name: sql`lower(name)`,
      owner: sql`lower(nullif(owner, ''))`,
      dataset: sql`lower(dataset_name)`,
      created: sql`created_at`,
      saved: sql`saved_at`,
    },
    usualSort: ['saved', -1],
    key: 'id',
    columns: [
      ['report', (one) => one.id],
      ['name', (one) => one.name],
      ['dataset', (one) => one.dataset],
      ['creator', (one) => one.owner],
      ['username', (one) => one.owner_username],
      ['creator_has_access', hasAccess],
      ['created', (one) => one.created_at],
      ['saved', (one) => one.saved_at],
    ],
  });

const hasAccess = ({ access_level: level }: ReportRow): boolean =>
  level !== null && rightsOf({ level }).seesSubjects;

const present = (one: ReportRow): StaffReportItem => ({
  id: one.id,
  name: one.name,
  dataset: one.dataset,
  datasetName: one.dataset_name,
  owner: one.owner,
  ownerUsername: one.owner_username,
  ownerHasAccess: hasAccess(one),
  created: one.created_at.toISOString(),
  saved: one.saved_at.toISOString(),
});
