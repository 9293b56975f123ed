import { PortalError } from '@atrium/contract/errors/errorCode';
import { rightsOf } from '@atrium/engine';
import { type Kysely, sql, type Transaction } from 'kysely';
import { hasEnded } from '../access/index.ts';
import { type AuditEvent, record } from '../audit/index.ts';
import { containing, type Schema } from '../database/index.ts';
import { formerMember } from './reportStore.ts';

/** A report as staff see it: its creator and its dates, and nothing of its content (rule 12.13). */
export interface StaffReport {
  readonly id: number;
  readonly name: string;
  /** The dataset's id in paths. */
  readonly dataset: string;
  /** The name of its creator. */
  readonly owner: string;
  /** Null where the account is gone. */
  readonly ownerUsername: string | null;
  /** The creator has access to the dataset now, and so reaches the report. */
  readonly ownerHasAccess: boolean;
  readonly created: Date;
  /** When its last version was saved. */
  readonly saved: Date;
}

export interface StaffReportsRequest {
  /** The dataset's id in paths; absent: all datasets. */
  readonly dataset?: string | undefined;
  /** A part of the name of a report, or of its creator's name. */
  readonly search?: string | undefined;
  /** From 1 on. */
  readonly page: number;
  readonly pageSize: number;
}

interface StaffDeps {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
}

const ownerName = sql<string | null>`coalesce(nullif(account.full_name, ''), account.username)`;

const reportsWithOwners = (db: Kysely<Schema>) =>
  db
    .selectFrom('report')
    .innerJoin('dataset', 'dataset.id', 'report.dataset_id')
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
    );

const columns = [
  'report.id',
  'report.name',
  'report.created_at',
  'report_version.saved_at',
  'dataset.unique_id',
  'account.username',
  'account.disabled_at',
  'membership.id as membership_id',
  'membership.access_level',
  'membership.ends_at',
  ownerName.as('owner'),
] as const;

interface StaffRow {
  readonly id: number;
  readonly name: string;
  readonly created_at: Date;
  readonly saved_at: Date;
  readonly unique_id: string;
  readonly username: string | null;
  readonly disabled_at: Date | null;
  readonly membership_id: number | null;
  readonly access_level: Schema['membership']['access_level'] | null;
  readonly ends_at: Date | null;
  readonly owner: string | null;
}

function hasAccess({ membership_id, access_level, ...row }: StaffRow, now: Date): boolean {
  if (membership_id === null || access_level === null || row.disabled_at !== null) return false;
  return rightsOf({ level: access_level }).seesSubjects && !hasEnded(row, now);
}

const present = (row: StaffRow, now: Date): StaffReport => ({
  id: row.id,
  name: row.name,
  dataset: row.unique_id,
  owner: row.owner ?? formerMember,
  ownerUsername: row.username,
  ownerHasAccess: hasAccess(row, now),
  created: row.created_at,
  saved: row.saved_at,
});

/** One page of all reports, newest first, as staff see them (rule 12.13). The caller makes sure that it is for staff. */
export async function listReportsForStaff(
  { db, clock }: StaffDeps,
  { dataset, search = '', page, pageSize }: StaffReportsRequest,
): Promise<{ readonly reports: readonly StaffReport[]; readonly count: number }> {
  const pattern = containing(search);
  const inDataset = dataset === undefined ? sql`true` : sql`dataset.unique_id = ${dataset}`;
  const isFound =
    search === '' ? sql`true` : sql`(report.name ilike ${pattern} or ${ownerName} ilike ${pattern})`;
  const found = reportsWithOwners(db).where(sql<boolean>`${inDataset} and ${isFound}`);
  const rows = await found
    .select(columns)
    .orderBy('report.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const { total } = await found.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const now = clock();
  return { reports: rows.map((row) => present(row, now)), count: Number(total) };
}

/** Who acts: an account of staff, or the operator of the command line. */
export type StaffActor = Pick<AuditEvent, 'accountId' | 'operator'>;

interface OneReport {
  readonly id: number;
  readonly by: StaffActor;
  /** The dataset's id in paths, where the caller speaks of one: a report of another is not found. */
  readonly dataset?: string | undefined;
}

/** Deletes a report of anybody, with its versions, shares and flags, on record (rule 12.13). */
export async function deleteReportAsStaff(
  { db, clock }: StaffDeps,
  { id, by, dataset }: OneReport,
): Promise<StaffReport> {
  return db.transaction().execute(async (transaction) => {
    const held = await hold(transaction, { id, dataset });
    await transaction.deleteFrom('report').where('id', '=', id).execute();
    await record(transaction, {
      ...by,
      datasetId: held.dataset_id,
      action: 'report_delete',
      detail: { report: id, version: held.version, owner: held.account_id },
    });
    return present(held, clock());
  });
}

/**
 * Makes another member the creator of a report, on record (rule 12.13). The earlier creator keeps what any viewer has,
 * where the report is public or shared with them.
 * @throws PortalError 'conflict' where the account could not save a report in this dataset, or is the creator
 */
export async function giveReport(
  { db, clock }: StaffDeps,
  { id, by, dataset, username }: OneReport & { readonly username: string },
): Promise<StaffReport> {
  return db.transaction().execute(async (transaction) => {
    const held = await hold(transaction, { id, dataset });
    const taker = await findTaker({ db: transaction, clock }, { datasetId: held.dataset_id, username });
    if (taker.account_id === held.account_id)
      throw new PortalError('conflict', `The report is of ${username} already.`);
    await transaction
      .updateTable('report')
      .set({ account_id: taker.account_id })
      .where('id', '=', id)
      .execute();
    await transaction
      .deleteFrom('report_share')
      .where('report_id', '=', id)
      .where('membership_id', '=', taker.membership_id)
      .execute();
    const given = await find(transaction, { id, dataset });
    await record(transaction, {
      ...by,
      datasetId: held.dataset_id,
      action: 'report_give',
      detail: { report: id, version: held.version, from: held.account_id, to: taker.account_id },
    });
    return present(given, clock());
  });
}

type Named = Pick<OneReport, 'id' | 'dataset'>;

async function find(db: Kysely<Schema>, { id, dataset }: Named) {
  const row = await reportsWithOwners(db)
    .select(columns)
    .select(['report.dataset_id', 'report.account_id', 'report.version'])
    .where('report.id', '=', id)
    .executeTakeFirst();
  if (row === undefined || (dataset !== undefined && row.unique_id !== dataset))
    throw new PortalError('not_found', `There is no report ${id}.`);
  return row;
}

/** Locks a report until the end of the transaction. */
async function hold(transaction: Transaction<Schema>, named: Named) {
  await transaction.selectFrom('report').select('id').where('id', '=', named.id).forUpdate().execute();
  return find(transaction, named);
}

interface Taker {
  readonly datasetId: number;
  readonly username: string;
}

async function findTaker({ db, clock }: StaffDeps, { datasetId, username }: Taker) {
  const [taker] = (await listTakers({ db, clock }, datasetId)).filter(
    (one) => one.username.toLowerCase() === username.toLowerCase(),
  );
  if (taker !== undefined) return taker;
  throw new PortalError(
    'conflict',
    `${username} cannot have reports of this dataset: only members who see subjects and have the workspace can.`,
  );
}

/** The members who can be given a report of a dataset, by name. */
export async function listTakers({ db, clock }: StaffDeps, datasetId: number) {
  const rows = await db
    .selectFrom('membership')
    .innerJoin('account', 'account.id', 'membership.account_id')
    .select(['account.id as account_id', 'account.username', 'membership.id as membership_id'])
    .select(['membership.access_level', 'membership.ends_at', ownerName.as('name')])
    .where('membership.dataset_id', '=', datasetId)
    .where('membership.can_view_workspace', '=', true)
    .where('account.disabled_at', 'is', null)
    .orderBy('name')
    .orderBy('membership.id')
    .execute();
  const now = clock();
  return rows.filter(
    ({ access_level: level, ...row }) => rightsOf({ level }).seesSubjects && !hasEnded(row, now),
  );
}
