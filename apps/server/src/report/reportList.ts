import type { ReportSortKey, ReportState } from '@atrium/contract/wire/report';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Member } from '../access/index.ts';
import { containing, type Schema } from '../database/index.ts';
import {
  columnsFor,
  isMine,
  isShared,
  isStarred,
  isVisible,
  nameOfAccount,
  type ReportRecord,
  recordOf,
  reportsOf,
  type Test,
} from './reportStore.ts';

/** Which reports a list holds. */
export interface ReportListing {
  readonly state: ReportState;
  readonly projectId: number | undefined;
  readonly search: string | undefined;
}

export interface ReportListRequest extends ReportListing {
  readonly sort: ReportSortKey | undefined;
  readonly direction: 1 | -1;
  /** From 1 on. */
  readonly page: number;
  readonly pageSize: number;
}

const tests: Readonly<Record<ReportState, (member: Member) => Test>> = {
  all: isVisible,
  mine: isMine,
  starred: (member) => sql`(${isStarred(member)} and ${isVisible(member)})`,
  shared_only: (member) => sql`(${isShared(member)} and not ${isMine(member)})`,
  public_only: () => sql`report.is_public`,
};

const isInProject = (projectId: number | undefined): Test =>
  projectId === undefined ? sql`true` : sql`report.project_id = ${projectId}`;

/** Whether a report is in a list, by the table of reports and those of shares and flags. */
function inList(member: Member, { state, projectId, search = '' }: ReportListing): Test {
  return sql`(report.dataset_id = ${member.datasetId} and ${tests[state](member)} and ${isInProject(projectId)}
    and ${search === '' ? sql`true` : searched(search)})`;
}

type Figure = RawBuilder<number>;

/** How many reports there are by the tally that triggers keep. */
const tallied = (member: Member, condition: Test): Figure =>
  sql`(select coalesce(sum(tally.reports), 0) from report_tally as tally
    where tally.dataset_id = ${member.datasetId} and ${condition})`;
const isMineInTally = ({ account }: Member): Test => sql`tally.account_id = ${account.id}`;

/** How many reports of others are shared with a member. The row of a share holds all that is needed here. */
const shared = ({ account, membershipId }: Member, condition: Test): Figure =>
  sql`(select count(*) from report_share as mark where mark.membership_id = ${membershipId}
      and mark.creator_id is distinct from ${account.id}::integer and ${condition})`;
/** How many reports that a member sees have their star. The row of a star holds all that is needed here. */
const flagged = ({ account, membershipId, datasetId }: Member, condition: Test): Figure =>
  sql`(select count(*) from report_flag as mark
    where mark.account_id = ${account.id} and mark.dataset_id = ${datasetId} and ${condition}
      and (mark.is_public or mark.creator_id is not distinct from ${account.id}::integer or exists (
        select from report_share as own
          where own.report_id = mark.report_id and own.membership_id = ${membershipId})))`;

interface Among {
  readonly tally: Test;
  readonly mark: Test;
}
const everywhere: Among = { tally: sql`true`, mark: sql`true` };

/** A member sees public reports, their own, and private ones of others that are shared with them; each once. */
const figures: Readonly<Record<ReportState, (member: Member, among: Among) => Figure>> = {
  all: (member, { tally, mark }) =>
    sql`(${tallied(member, sql`(tally.is_public or ${isMineInTally(member)}) and ${tally}`)}
      + ${shared(member, sql`not mark.is_public and ${mark}`)})`,
  mine: (member, { tally }) => tallied(member, sql`${isMineInTally(member)} and ${tally}`),
  starred: (member, { mark }) => flagged(member, mark),
  shared_only: (member, { mark }) => shared(member, mark),
  public_only: (member, { tally }) => tallied(member, sql`tally.is_public and ${tally}`),
};

/** How many reports a list holds; without a search no report is looked at. */
async function countListed(db: Kysely<Schema>, member: Member, listing: ReportListing): Promise<number> {
  const { state, projectId, search = '' } = listing;
  const among: Among =
    projectId === undefined
      ? everywhere
      : {
          tally: sql`tally.project_id = nullif(${projectId}::integer, 0)`,
          mark: sql`mark.project_id = ${projectId}`,
        };
  const figure =
    search === ''
      ? figures[state](member, among)
      : sql`(select count(*) from report where ${inList(member, listing)})`;
  const { rows } = await sql<{ total: number }>`select ${figure} as total`.execute(db);
  return Number(rows[0]?.total ?? 0);
}

const nameKeys = {
  name: sql`lower(report.name)`,
  creator: sql`lower(${nameOfAccount})`,
  created: sql`report.created_at`,
  project: sql`lower(project.name)`,
} satisfies Readonly<Record<ReportSortKey, RawBuilder<unknown>>>;

const ways = { [1]: sql`asc`, [-1]: sql`desc` } as const;

/** Newest first, or by one key, then newest first; who and what has no name comes last (rule 12.3). */
const orderOf = ({ sort, direction }: ReportListRequest): RawBuilder<unknown> =>
  sort === undefined
    ? sql`report.id desc`
    : sql`${nameKeys[sort]} ${ways[direction]} nulls last, report.id desc`;

/** So many reports are collected and sorted; of more, an index is read in its order until the page is full. */
const mostSorted = 400;

type Ids = RawBuilder<{ id: number }>;

/** The ids of what a member sees: three small reads, where one test of all reports would look at each of them. */
const visibleIds = ({ account, membershipId, datasetId }: Member): Ids =>
  sql`select id from report where account_id = ${account.id} and dataset_id = ${datasetId}
    union select id from report where dataset_id = ${datasetId} and is_public
    union select report_id from report_share where membership_id = ${membershipId}`;

/** The ids of a page of a list that holds few reports. */
function collected(member: Member, request: ReportListRequest): Ids {
  const { state, search = '', projectId } = request;
  const ids =
    state === 'all' && search === ''
      ? visibleIds(member)
      : sql`select report.id from report where ${inList(member, request)}`;
  return sql`with found as materialized (${ids})
    select report.id from found join report on report.id = found.id
      left join project on project.id = report.project_id left join account on account.id = report.account_id
    where ${isInProject(projectId)} order by ${orderOf(request)} ${window(request)}`;
}

const window = ({ page, pageSize }: ReportListRequest): RawBuilder<unknown> =>
  sql`limit ${pageSize} offset ${(page - 1) * pageSize}`;

/** Where the name by which reports are sorted comes from, and the reports that have none. */
const named = {
  creator: {
    from: sql`account join report on report.account_id = account.id`,
    without: sql`report.account_id is null`,
  },
  project: {
    from: sql`project join report
      on report.dataset_id = project.dataset_id and report.project_id = project.id`,
    without: sql`report.project_id is null`,
  },
} as const;

/** The ids of a page of a list that holds many reports. */
function inOrder(member: Member, request: ReportListRequest): Ids {
  const { sort, direction, page, pageSize } = request;
  const listed = inList(member, request);
  if (sort !== 'creator' && sort !== 'project') {
    const order =
      sort === undefined ? sql`report.id desc` : sql`${nameKeys[sort]} ${ways[direction]}, report.id desc`;
    return sql`select report.id from report where ${listed} order by ${order} ${window(request)}`;
  }
  const { from, without } = named[sort];
  const most = page * pageSize;
  const way = ways[direction];
  return sql`select id from (
      (select report.id, 0 as part, ${nameKeys[sort]} as name from ${from} where ${listed}
        order by 3 ${way}, 1 desc limit ${most})
      union all
      (select report.id, 1 as part, null as name from report where ${without} and ${listed}
        order by 1 desc limit ${most})) as parts
    order by part, name ${way}, id desc ${window(request)}`;
}

/** One page of the reports that the member may see, and how many there are (rule 12.3). */
export async function listReports(
  db: Kysely<Schema>,
  member: Member,
  request: ReportListRequest,
): Promise<{ readonly reports: readonly ReportRecord[]; readonly count: number }> {
  const count = await countListed(db, member, request);
  if ((request.page - 1) * request.pageSize >= count) return { reports: [], count };
  const ids = count <= mostSorted ? collected(member, request) : inOrder(member, request);
  const rows = await reportsOf(db, member)
    .where(sql<boolean>`report.id in (${ids})`)
    .select(columnsFor(member))
    .orderBy(orderOf(request))
    .execute();
  return { reports: rows.map(recordOf), count };
}

/** How many reports the member may see, by state: each table is read once. */
export async function countByState(
  db: Kysely<Schema>,
  member: Member,
): Promise<Readonly<Record<ReportState, number>>> {
  const { account, membershipId, datasetId } = member;
  const { rows } = await sql<Record<ReportState, number>>`
    select tally.seen + shared.private as all, tally.mine, ${figures.starred(member, everywhere)} as starred,
      shared.count as shared_only, tally.public as public_only
    from (
      select coalesce(sum(reports) filter (where is_public or ${isMineInTally(member)}), 0) as seen,
        coalesce(sum(reports) filter (where ${isMineInTally(member)}), 0) as mine,
        coalesce(sum(reports) filter (where is_public), 0) as public
      from report_tally as tally where dataset_id = ${datasetId}) as tally,
    (select count(*) as count, count(*) filter (where not is_public) as private from report_share
      where membership_id = ${membershipId}
        and creator_id is distinct from ${account.id}::integer) as shared`.execute(db);
  const [row] = rows;
  const of = (state: ReportState) => Number(row?.[state] ?? 0);
  return {
    all: of('all'),
    mine: of('mine'),
    starred: of('starred'),
    shared_only: of('shared_only'),
    public_only: of('public_only'),
  };
}

export interface ProjectRecord {
  readonly id: number;
  readonly name: string;
  /** Reports in it that the member may see. */
  readonly count: number;
}

/** The projects that hold a report which the member may see, and the member's own, by name (rule 12.4). */
export async function listProjects(db: Kysely<Schema>, member: Member): Promise<readonly ProjectRecord[]> {
  const { account, membershipId, datasetId } = member;
  const { rows } = await sql<ProjectRecord>`
    with seen as (
      select project_id, reports from report_tally as tally
        where dataset_id = ${datasetId} and (is_public or ${isMineInTally(member)})
      union all
      select project_id, 1 from report_share
        where membership_id = ${membershipId} and not is_public
          and creator_id is distinct from ${account.id}::integer)
    select project.id, project.name, coalesce(sum(seen.reports), 0) as count
      from project left join seen on seen.project_id = project.id
      where project.dataset_id = ${datasetId}
      group by project.id, project.name, project.account_id
      having sum(seen.reports) > 0 or project.account_id is not distinct from ${account.id}::integer
      order by lower(project.name)`.execute(db);
  return rows.map(({ id, name, count }) => ({ id, name, count: Number(count) }));
}

/** Stands between name and description in the text that is searched. */
const separator = '\u001f';

/** Whether a part of the name or description of a report is as searched for, in any case of letters (rule 12.18). */
function searched(search: string): Test {
  const pattern = containing(search);
  if (search.includes(separator))
    return sql`(report.name ilike ${pattern} or report.description ilike ${pattern})`;
  const found = sql<boolean>`report.search_text like lower(${pattern}::text)`;
  // A search of fewer than three characters cannot use the index.
  return sql`(${found} and case when length(lower(${search}::text)) < 3 then true
    else report.search_threes @@ threes_query(lower(${search}::text)) end)`;
}
