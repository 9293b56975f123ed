import { PortalError } from '@atrium/contract/errors/errorCode';
import type { ReleaseChoice, Sharee } from '@atrium/contract/wire/report';
import type { ExpectationState } from '@atrium/contract/wire/reportExpectation';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Member } from '../access/index.ts';
import type { Schema } from '../database/index.ts';
import { visibilityText } from './policy.ts';

/** A report as one member finds it, without its definitions. */
export interface ReportRecord {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly created: Date;
  /** The account of the creator; null where it is gone. */
  readonly creatorId: number | null;
  /** The membership of the creator; null where there is none now. */
  readonly creatorMembership: number | null;
  readonly creatorName: string;
  readonly project: { readonly id: number; readonly name: string } | null;
  readonly isPublic: boolean;
  readonly isStarred: boolean;
  readonly releaseChoice: ReleaseChoice;
  /** Of its last version. */
  readonly version: number;
  readonly saved: Date;
  readonly releaseId: number;
  readonly hasAnalysis: boolean;
  readonly hasComparison: boolean;
  /** How its expectations ended, for this member. */
  readonly expectations: ExpectationState;
}

export type Test = RawBuilder<boolean>;

export const isShared = ({ membershipId }: Member): Test =>
  sql`exists (select from report_share as own where own.report_id = report.id and own.membership_id = ${membershipId})`;
export const isStarred = ({ account }: Member): Test =>
  sql`exists (select from report_flag as own where own.report_id = report.id and own.account_id = ${account.id})`;
export const isMine = ({ account }: Member): Test =>
  sql`report.account_id is not distinct from ${account.id}::integer`;

/** Which reports of the dataset a member may see: their own, public ones, and those shared with them (rule 12.1). */
export const isVisible = (member: Member): Test =>
  sql`(${isMine(member)} or report.is_public or ${isShared(member)})`;

export const nameOfAccount = sql<string | null>`coalesce(nullif(account.full_name, ''), account.username)`;

/** The reports of a dataset, with what stands beside them. */
export const reportsOf = (db: Kysely<Schema>, { datasetId }: Member) =>
  db
    .selectFrom('report')
    .innerJoin('report_version', (join) =>
      join
        .onRef('report_version.report_id', '=', 'report.id')
        .onRef('report_version.version', '=', 'report.version'),
    )
    .leftJoin('account', 'account.id', 'report.account_id')
    .leftJoin('membership', (join) =>
      join
        .onRef('membership.account_id', '=', 'report.account_id')
        .onRef('membership.dataset_id', '=', 'report.dataset_id'),
    )
    .leftJoin('project', 'project.id', 'report.project_id')
    .where('report.dataset_id', '=', datasetId);

/**
 * How expectations ended on the release that the report runs on. Only the creator and members with the level and groups
 * of the version see it (rule 12.17).
 */
const expectationState = (member: Member): RawBuilder<ExpectationState> => {
  const seen = visibilityText(member);
  const isTold = sql`(${isMine(member)} or report_version.visibility = ${seen})`;
  const live = sql`(select dataset.live_release_id from dataset where dataset.id = report.dataset_id)`;
  const release = sql`case report.release_choice when 'own' then report_version.release_id else ${live} end`;
  const isMet = sql`(select judgement.is_met from report_judgement as judgement
    where judgement.report_id = report.id and judgement.version = report.version
      and judgement.visibility = ${seen} and judgement.release_id = ${release}
      and judgement.live_release_id = ${live})`;
  return sql`case when report_version.expectations_hash is null then 'none'
    when not ${isTold} then 'hidden'
    else (case ${isMet} when true then 'met' when false then 'not_met' else 'not_run' end) end`;
};

export const columnsFor = (member: Member) =>
  [
    'report.id',
    'report.name',
    'report.description',
    'report.created_at',
    'report.account_id',
    'report.is_public',
    'report.release_choice',
    'report.version',
    'report_version.saved_at',
    'report_version.release_id',
    sql<boolean>`report_version.analysis_hash is not null`.as('has_analysis'),
    sql<boolean>`report_version.comparison_hash is not null`.as('has_comparison'),
    'membership.id as membership_id',
    nameOfAccount.as('creator_name'),
    'project.id as project_id',
    'project.name as project_name',
    isStarred(member).as('is_starred'),
    expectationState(member).as('expectations'),
  ] as const;

interface ReportRow {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly created_at: Date;
  readonly account_id: number | null;
  readonly is_public: boolean;
  readonly release_choice: ReleaseChoice;
  readonly version: number;
  readonly saved_at: Date;
  readonly release_id: number;
  readonly has_analysis: boolean;
  readonly has_comparison: boolean;
  readonly membership_id: number | null;
  readonly creator_name: string | null;
  readonly project_id: number | null;
  readonly project_name: string | null;
  readonly is_starred: boolean;
  readonly expectations: ExpectationState;
}

/** Stands for the name of a creator whose account is gone. */
export const formerMember = 'Former member';

export const recordOf = (row: ReportRow): ReportRecord => ({
  id: row.id,
  name: row.name,
  description: row.description,
  created: row.created_at,
  creatorId: row.account_id,
  creatorMembership: row.membership_id,
  creatorName: row.creator_name ?? formerMember,
  project:
    row.project_id === null || row.project_name === null
      ? null
      : { id: row.project_id, name: row.project_name },
  isPublic: row.is_public,
  isStarred: row.is_starred,
  releaseChoice: row.release_choice,
  version: row.version,
  saved: row.saved_at,
  releaseId: row.release_id,
  hasAnalysis: row.has_analysis,
  hasComparison: row.has_comparison,
  expectations: row.expectations,
});

/** Loads a report that the member may see; any other id is not found, also one of another dataset (rule 12.1). */
export async function loadReport(db: Kysely<Schema>, member: Member, id: number): Promise<ReportRecord> {
  const row = await reportsOf(db, member)
    .where(isVisible(member))
    .select(columnsFor(member))
    .where('report.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new PortalError('not_found', 'There is no such report.');
  return recordOf(row);
}

/** Loads the reports with these ids that the member may see, in one statement. */
export async function loadReports(
  db: Kysely<Schema>,
  member: Member,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ReportRecord>> {
  if (ids.length === 0) return new Map();
  const rows = await reportsOf(db, member)
    .where(isVisible(member))
    .select(columnsFor(member))
    .where('report.id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, recordOf(row)]));
}

export interface Share extends Sharee {
  readonly email: string;
  readonly accessLevel: string;
}

/** With whom these reports are shared, by name. */
export async function loadShares(
  db: Kysely<Schema>,
  reports: readonly Pick<ReportRecord, 'id'>[],
): Promise<ReadonlyMap<number, readonly Share[]>> {
  const shares = new Map<number, Share[]>();
  if (reports.length === 0) return shares;
  const rows = await db
    .selectFrom('report_share')
    .innerJoin('membership', 'membership.id', 'report_share.membership_id')
    .innerJoin('account', 'account.id', 'membership.account_id')
    .select(['report_share.report_id', 'membership.id', 'membership.access_level', 'account.email'])
    .select(sql<string>`coalesce(nullif(account.full_name, ''), account.username)`.as('name'))
    .where(
      'report_share.report_id',
      'in',
      reports.map(({ id }) => id),
    )
    .orderBy('name')
    .orderBy('membership.id')
    .execute();
  for (const { report_id, access_level, ...share } of rows)
    shares.set(report_id, [...(shares.get(report_id) ?? []), { ...share, accessLevel: access_level }]);
  return shares;
}

/** The member's own reports, by name. */
export const listOwn = (db: Kysely<Schema>, member: Member) =>
  db
    .selectFrom('report')
    .select(['id', 'name'])
    .where('dataset_id', '=', member.datasetId)
    .where('account_id', '=', member.account.id)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();

/** Flags a report for an account, or removes the flag; a second call changes nothing. */
export async function setFlag(
  db: Kysely<Schema>,
  { reportId, accountId, isFlagged }: { reportId: number; accountId: number; isFlagged: boolean },
): Promise<void> {
  if (isFlagged) {
    await db
      .insertInto('report_flag')
      .values({ report_id: reportId, account_id: accountId })
      .onConflict((conflict) => conflict.columns(['report_id', 'account_id']).doNothing())
      .execute();
    return;
  }
  await db
    .deleteFrom('report_flag')
    .where('report_id', '=', reportId)
    .where('account_id', '=', accountId)
    .execute();
}
