import { isDeepStrictEqual } from 'node:util';
import type { Kysely, Transaction } from 'kysely';
import { z } from 'zod';
import { record } from '../audit/index.ts';
import type { Schema } from '../database/schema.ts';
import { grantsInForce, type InForce, type SourceGrant } from './grantsInForce.ts';
import { setGroups } from './groups.ts';
import { hasEnded, lastDayOf } from './membershipEnds.ts';
import { grantedRights, toColumns } from './rights.ts';

/** The source of what a dataset gives to everybody who opens it (rule 8.5); no provider has such an id. */
export const everybodysSource = 'everybody:';

/** What the name of each source of visas begins with. */
export const passportPrefix = 'passport:';

export interface GrantKey {
  readonly accountId: number;
  readonly datasetId: number;
}

interface Given {
  readonly source: string;
  /** Null: nothing. */
  readonly grant: Omit<SourceGrant, 'source'> | null;
  /** What it gave before stays as it is. */
  readonly onlyOnce?: boolean;
}

/** Keeps what a source gives, in place of what it gave before. */
export async function putGrant(
  db: Kysely<Schema>,
  { accountId, datasetId }: GrantKey,
  { source, grant, onlyOnce = false }: Given,
): Promise<void> {
  const key = { account_id: accountId, dataset_id: datasetId, source };
  if (grant === null) {
    await db
      .deleteFrom('membership_grant')
      .where((row) => row.and(key))
      .execute();
    return;
  }
  const given = {
    access_level: grant.level,
    can_view_workspace: grant.canViewWorkspace,
    can_view_subject_details: grant.canViewSubjectDetails,
    groups: JSON.stringify(grant.groups),
    ends_at: grant.endsAt,
  };
  await db
    .insertInto('membership_grant')
    .values({ ...key, ...given })
    .onConflict((conflict) => {
      const same = conflict.columns(['account_id', 'dataset_id', 'source']);
      return onlyOnce ? same.doNothing() : same.doUpdateSet(given);
    })
    .execute();
}

/** Whether a source has given something, also where that has ended. */
export async function hasGrant(
  db: Kysely<Schema>,
  { accountId, datasetId }: GrantKey,
  source: string,
): Promise<boolean> {
  const key = { account_id: accountId, dataset_id: datasetId, source };
  const row = await db
    .selectFrom('membership_grant')
    .select('source')
    .where((given) => given.and(key))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The membership of an account, locked until the transaction ends; by its account, since the first of two sources makes the
 * row.
 */
export async function lockMembership(db: Transaction<Schema>, { accountId, datasetId }: GrantKey) {
  await db.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  const row = await db
    .selectFrom('membership')
    .select([
      'id',
      'from_provider',
      'access_level',
      'can_view_workspace',
      'can_view_subject_details',
      'ends_at',
    ])
    .where('account_id', '=', accountId)
    .where('dataset_id', '=', datasetId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const groups = await db
    .selectFrom('membership_group')
    .innerJoin('permission_group', 'permission_group.id', 'membership_group.group_id')
    .select('permission_group.name')
    .where('membership_group.membership_id', '=', row.id)
    .execute();
  return { ...row, groups: groups.map(({ name }) => name).sort() };
}
type LockedMembership = NonNullable<Awaited<ReturnType<typeof lockMembership>>>;

/** Whether staff gave, renewed or ended it, so that no source changes it. */
export const isOfStaff = (held: Pick<LockedMembership, 'from_provider'> | undefined): boolean =>
  held !== undefined && held.from_provider === null;

interface Applying {
  readonly now: Date;
  /** Who changed what the sources give; default: the member. */
  readonly by?: { readonly accountId: number | null; readonly operator?: string };
}

/**
 * Brings a membership to what its sources give now, and records each change (rule 8.42); one of staff stays as it is.
 */
export async function applyGrants(
  db: Transaction<Schema>,
  key: GrantKey,
  { now, by }: Applying,
): Promise<void> {
  const held = await lockMembership(db, key);
  if (isOfStaff(held)) return;
  const inForce = grantsInForce(await loadGrants(db, key), now);
  if (inForce === null) {
    if (held !== undefined && !hasEnded(held, now))
      await end(db, { ...key, membership: held.id, now, ...(by && { by }) });
    return;
  }
  if (held !== undefined && isSame(held, inForce, now)) return;
  const { sources, endsAt, groups, ...rights } = inForce;
  const given = {
    ...toColumns(rights),
    ...{ ends_at: endsAt, end_recorded: false, from_provider: sources.join(' ') },
  };
  const row = await db
    .insertInto('membership')
    .values({ account_id: key.accountId, dataset_id: key.datasetId, ...given })
    // What staff give meanwhile is not seen before it is committed, and stays.
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'dataset_id'])
        .doUpdateSet(given)
        .where('membership.from_provider', 'is not', null),
    )
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) return;
  const membership = row.id;
  await setGroups(db, { datasetId: key.datasetId, membershipId: membership }, groups);
  const { level, canViewWorkspace } = rights;
  const until = endsAt === null ? {} : { until: lastDayOf(endsAt) };
  const detail = { membership, level, canViewWorkspace, groups: groups.join(' '), ...until };
  await record(db, {
    ...key,
    ...by,
    action: 'membership_grant',
    detail: {
      ...detail,
      ...(by === undefined ? {} : { account: key.accountId }),
      ...(sources.every((one) => one === everybodysSource) ? {} : { provider: sources.join(' ') }),
      isAutomatic: true,
    },
  });
}

const names = z.array(z.string());

/** Groups that the dataset lacks are left out. A grant that named some, and has none of them left, opens nothing: without a group it might open everything (rule 1.11). */
async function loadGrants(
  db: Kysely<Schema>,
  { accountId, datasetId }: GrantKey,
): Promise<readonly SourceGrant[]> {
  const rows = await db
    .selectFrom('membership_grant')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('dataset_id', '=', datasetId)
    .execute();
  const ofDataset = await db
    .selectFrom('permission_group')
    .select('name')
    .where('dataset_id', '=', datasetId)
    .execute();
  const known = new Set(ofDataset.map(({ name }) => name));
  return rows.flatMap((row) => {
    const wanted = names.safeParse(row.groups).data;
    const groups = wanted?.filter((name) => known.has(name)) ?? [];
    if (wanted === undefined || (wanted.length > 0 && groups.length === 0)) return [];
    return [{ ...grantedRights(row), source: row.source, groups, endsAt: row.ends_at }];
  });
}

const isSame = (
  held: LockedMembership,
  { sources, endsAt, groups, ...rights }: InForce,
  now: Date,
): boolean =>
  !hasEnded(held, now) &&
  isDeepStrictEqual(
    [grantedRights(held), held.groups, held.ends_at, held.from_provider],
    [rights, groups, endsAt, sources.join(' ')],
  );

interface Ended extends GrantKey, Applying {
  readonly membership: number;
}

async function end(
  db: Transaction<Schema>,
  { accountId, datasetId, membership, now, by }: Ended,
): Promise<void> {
  await db
    .updateTable('membership')
    .set({ ends_at: now, end_recorded: true })
    .where('id', '=', membership)
    .execute();
  const detail = { membership, account: accountId };
  await record(db, { accountId, datasetId, ...by, action: 'membership_revoke', detail });
}

interface Looking {
  readonly now: Date;
  /** Gets the fault of one membership; the others go on. */
  readonly onFault: (error: unknown) => void;
}

/** Puts in force what other sources still give where one has ended of which no line says so. */
export async function applyGrantsOfEnded(db: Kysely<Schema>, { now, onFault }: Looking): Promise<void> {
  const ended = await db
    .selectFrom('membership')
    .select(['account_id', 'dataset_id'])
    .where('ends_at', '<=', now)
    .where('end_recorded', '=', false)
    .where('from_provider', 'is not', null)
    .execute();
  for (const { account_id: accountId, dataset_id: datasetId } of ended)
    await db
      .transaction()
      .execute((transaction) =>
        applyGrants(transaction, { accountId, datasetId }, { now, by: { accountId: null } }),
      )
      .catch(onFault);
}
