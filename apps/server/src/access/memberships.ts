import { storedSettings } from '@atrium/contract/documents/dataPackage';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { AccessLevel } from '@atrium/contract/wire/access';
import type { Kysely, Transaction } from 'kysely';
import type { perEpoch } from '../asking/index.ts';
import type { Schema } from '../database/index.ts';
import type { DatasetPermission } from '../http/index.ts';
import type { Account, Member, SignedInAccount } from './account.ts';
import { findAccount } from './accounts.ts';
import { loadGroups } from './groups.ts';
import { endColumn, endOfNew, hasEnded, lastDayOf, maxDays } from './membershipEnds.ts';
import {
  applyGrants,
  everybodysSource,
  type GrantKey,
  hasGrant,
  isOfStaff,
  lockMembership,
  putGrant,
} from './membershipGrants.ts';
import {
  type AutoMembership,
  automaticRights,
  type MemberRights,
  memberRights,
  needsAgreement,
  rightColumns,
  type StaffGrant,
  toColumns,
} from './rights.ts';

/** The limits on memberships. */
export interface MembershipDeps {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
  /** For how many days a membership is granted at most, in every dataset; null where the site has no such limit. */
  readonly membershipDays: number | null;
}

/** The call of an account, and its dataset by the id in paths. */
interface Entry {
  readonly dataset: string;
  readonly permission: DatasetPermission;
}

/**
 * Loads the account's membership for a call. Refuses with not_found, then with not_a_member, also after the end of the
 * membership, then with agreement_required where the call waits for an agreement (rule 8.19). Where the dataset lets
 * everyone in, the first request makes the membership (rule 8.5).
 */
export async function loadMember(
  deps: MembershipDeps & { readonly memberships: Memberships },
  account: SignedInAccount,
  { dataset: uniqueId, permission }: Entry,
): Promise<Member> {
  const { clock, memberships } = deps;
  const { asOf } = account;
  const key = `${account.id}/${uniqueId}`;
  const find = () => findMembership(deps, account, uniqueId);
  const known = await memberships({ epoch: asOf?.epoch, key }, find);
  const row = known !== null && mayGoOn(known, clock()) ? await find() : known;
  if (row === null) throw new PortalError('not_a_member', 'You are not a member of this dataset.');
  if (hasEnded(row, clock()))
    throw new PortalError(
      'not_a_member',
      `Your access to this dataset ended on ${lastDayOf(row.ends_at)}. Ask its contact to renew it.`,
    );
  if (needsAgreement(permission) && owesAgreement(row))
    throw new PortalError(
      'agreement_required',
      'Please read and accept the data-use agreement of this dataset: open the dataset in a browser.',
    );
  const { datasetId, membershipId, rights } = row;
  return { account, datasetId, membershipId, uniqueId, ...rights, ...(asOf && { asOf }) };
}

/** A membership as stored; whether it has ended, and what it waits for, is judged whenever it is used. */
export interface StoredMembership extends AgreementRow {
  readonly datasetId: number;
  readonly membershipId: number;
  readonly ends_at: Date | null;
  readonly from_provider: string | null;
  readonly rights: MemberRights;
}

/** It has ended, and another source than the one that ended may still give something (rule 8.42). */
const mayGoOn = (
  row: { readonly ends_at: Date | null; readonly from_provider: string | null },
  now: Date,
): boolean => row.from_provider !== null && hasEnded(row, now);

interface FoundMembership {
  readonly dataset_id: number;
  readonly settings: unknown;
  readonly membership_id: number | null;
  readonly ends_at: Date | null;
  readonly from_provider: string | null;
}

/** Whether the dataset has let the account in now, or what its other sources give was put in force. */
async function joinOrGoOn(deps: MembershipDeps, account: Account, found: FoundMembership): Promise<boolean> {
  const { db, clock } = deps;
  const key = { accountId: account.id, datasetId: found.dataset_id };
  const isOfSources = found.membership_id === null || found.from_provider !== null;
  const mayJoin = isOfSources && autoMembershipOf(found.settings) !== undefined;
  const hasJoined = mayJoin && (await hasGrant(db, key, everybodysSource));
  if (mayJoin && !hasJoined) return joinAutomatically(deps, key);
  // Another call of the person has joined since this one looked.
  if (found.membership_id === null) return hasJoined;
  if (!mayGoOn(found, clock())) return false;
  await db.transaction().execute((transaction) => applyGrants(transaction, key, { now: clock() }));
  return true;
}

/** The memberships that are remembered. */
export type Memberships = ReturnType<typeof perEpoch<StoredMembership>>;

/** Finds a membership, or makes it where the dataset lets everyone in; refuses with not_found. */
async function findMembership(
  deps: MembershipDeps,
  account: Account,
  uniqueId: string,
): Promise<StoredMembership | null> {
  const { db } = deps;
  const find = () =>
    membershipsOf(db, account.id).where('dataset.unique_id', '=', uniqueId).executeTakeFirst();
  const found = await find();
  if (found === undefined) throw new PortalError('not_found', 'There is no such dataset.');
  const hasChanged = await joinOrGoOn(deps, account, found);
  const row = hasChanged ? await find() : found;
  if (row === undefined || row.membership_id === null || row.access_level === null) return null;
  const { access_level, agreement_id, acceptance_id, ends_at, from_provider } = row;
  const key = { datasetId: row.dataset_id, membershipId: row.membership_id };
  const rights = memberRights({ ...row, access_level }, await loadGroups(db, key));
  return { ...key, agreement_id, acceptance_id, ends_at, from_provider, rights };
}

/** The datasets, each with the membership of an account and what it accepted. */
const membershipsOf = (db: Kysely<Schema>, accountId: number) =>
  db
    .selectFrom('dataset')
    .leftJoin('membership', (join) =>
      join.onRef('membership.dataset_id', '=', 'dataset.id').on('membership.account_id', '=', accountId),
    )
    .leftJoin('agreement_acceptance', (join) =>
      join
        .onRef('agreement_acceptance.agreement_id', '=', 'dataset.agreement_id')
        .on('agreement_acceptance.account_id', '=', accountId),
    )
    .select([
      'dataset.id as dataset_id',
      'dataset.settings',
      'dataset.agreement_id',
      'agreement_acceptance.id as acceptance_id',
      'membership.id as membership_id',
      endColumn,
      'membership.from_provider',
      ...rightColumns,
    ]);

/** The last day of a membership in a line of the audit; nothing where it does not end. */
export const untilOf = (endsAt: Date | null) => (endsAt === null ? {} : { until: lastDayOf(endsAt) });

interface AgreementRow {
  /** Of the agreement in force; null where the dataset has none. */
  readonly agreement_id: number | null;
  readonly acceptance_id: number | null;
}

const owesAgreement = ({ agreement_id, acceptance_id }: AgreementRow): boolean =>
  agreement_id !== null && acceptance_id === null;

/**
 * The level that an account has in a dataset at this moment; null where nothing is open to it, as before it accepts the
 * agreement and after its membership has ended.
 */
export async function findLevel(
  { db, clock }: Pick<MembershipDeps, 'db' | 'clock'>,
  { accountId, datasetId }: { readonly accountId: number; readonly datasetId: number | null },
): Promise<AccessLevel | null> {
  const row = await membershipsOf(db, accountId).where('dataset.id', '=', datasetId).executeTakeFirst();
  return row === undefined || hasEnded(row, clock()) || owesAgreement(row) ? null : row.access_level;
}

/**
 * An account as a member of a dataset with its rights of this moment, for work that the portal does in its name; null
 * where nothing is open to it.
 */
export async function findMember(
  { db, clock }: Pick<MembershipDeps, 'db' | 'clock'>,
  { accountId, datasetId }: { readonly accountId: number; readonly datasetId: number },
): Promise<Member | null> {
  const row = await membershipsOf(db, accountId)
    .innerJoin('account', (join) => join.on('account.id', '=', accountId))
    .select(['dataset.unique_id', 'account.id', 'account.username', 'account.full_name', 'account.email'])
    .select('account.is_staff')
    .where('dataset.id', '=', datasetId)
    .where('account.disabled_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined || row.membership_id === null || row.access_level === null) return null;
  if (hasEnded(row, clock()) || owesAgreement(row)) return null;
  const { access_level, membership_id: membershipId } = row;
  const rights = memberRights({ ...row, access_level }, await loadGroups(db, { datasetId, membershipId }));
  const { id, username, full_name: fullName, email, is_staff: isStaff, unique_id: uniqueId } = row;
  const account = { id, username, fullName, email, isStaff };
  return { account, datasetId, membershipId, uniqueId, ...rights };
}

/** The membership that a dataset gives to everyone who opens it; undefined where its settings have none. */
const autoMembershipOf = (settings: unknown): AutoMembership | undefined => {
  const read = storedSettings.safeParse(settings ?? {});
  return read.success ? read.data.autoMembership : undefined;
};

/**
 * Gives the account what the dataset's setting gives at this moment, once (rule 8.5). Of many calls at once one gives it.
 * A group that no longer exists opens nothing, and where none of them does, nothing is given.
 */
async function joinAutomatically(
  { db, clock, membershipDays }: MembershipDeps,
  key: GrantKey,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const settings = await lockSettings(transaction, key.datasetId);
    const setting = autoMembershipOf(settings);
    if (setting === undefined) return false;
    const { groups: named = [] } = setting;
    const groups = await knownGroups(transaction, key, named);
    // Without any of its groups it might open everything.
    if (named.length > 0 && groups.length === 0) return false;
    const grant = {
      ...automaticRights(setting),
      groups,
      endsAt: endOfNew(clock(), maxDays(settings, membershipDays)),
    };
    if (isOfStaff(await lockMembership(transaction, key))) return false;
    await putGrant(transaction, key, { source: everybodysSource, grant, onlyOnce: true });
    await applyGrants(transaction, key, { now: clock() });
    return true;
  });
}

/** Loads the settings under a lock, so that one which is being changed is either the old one or the new one. */
async function lockSettings(transaction: Transaction<Schema>, datasetId: number): Promise<unknown> {
  const row = await transaction
    .selectFrom('dataset')
    .select('settings')
    .where('id', '=', datasetId)
    .forShare()
    .executeTakeFirst();
  return row?.settings;
}

async function knownGroups(
  transaction: Transaction<Schema>,
  { datasetId }: GrantKey,
  groups: readonly string[],
): Promise<readonly string[]> {
  if (groups.length === 0) return [];
  const found = await transaction
    .selectFrom('permission_group')
    .select('name')
    .where('dataset_id', '=', datasetId)
    .where('name', 'in', [...groups])
    .execute();
  return found.map(({ name }) => name).sort();
}

export interface Grant extends StaffGrant {
  readonly username: string;
  /** The dataset's id in paths. */
  readonly dataset: string;
  /** When it ends; null: never. Where it is absent, an existing membership keeps its end. */
  readonly endsAt?: Date | null;
}

/** Makes an account a member of a dataset, or changes what it may see there; refuses with not_found. */
export async function grantMembership(db: Kysely<Schema>, grant: Grant): Promise<{ readonly id: number }> {
  const account = await findAccount(db, grant.username);
  if (account === undefined) throw new PortalError('not_found', `There is no account ${grant.username}.`);
  const dataset = await db
    .selectFrom('dataset')
    .select('id')
    .where('unique_id', '=', grant.dataset)
    .executeTakeFirst();
  if (dataset === undefined) throw new PortalError('not_found', `There is no dataset ${grant.dataset}.`);
  const { endsAt, ...rights } = grant;
  const end = endsAt === undefined ? {} : { ends_at: endsAt, end_recorded: false };
  const given = { ...toColumns(rights), ...end, from_provider: null };
  return db
    .insertInto('membership')
    .values({ account_id: account.id, dataset_id: dataset.id, ...given })
    .onConflict((conflict) => conflict.columns(['account_id', 'dataset_id']).doUpdateSet(given))
    .returning('id')
    .executeTakeFirstOrThrow();
}
