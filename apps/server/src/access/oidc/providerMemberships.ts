import { type AccessLevel, accessLevels } from '@atrium/contract/wire/access';
import type { Kysely, Transaction } from 'kysely';
import { record } from '../../audit/index.ts';
import type { ProviderSettings } from '../../config/signInSettings.ts';
import type { Schema } from '../../database/schema.ts';
import type { Account } from '../account.ts';
import { setGroups } from '../groups.ts';
import { endOfNew, hasEnded, maxDays } from '../membershipEnds.ts';
import { grantMembership, type MembershipDeps, untilOf } from '../memberships.ts';
import { holds } from './claims.ts';

interface TableRow {
  readonly value: string;
  /** The dataset's id in paths. */
  readonly dataset: string;
  readonly level: AccessLevel;
  readonly workspace: boolean;
  readonly groups: readonly string[];
}

/** What holds for a person opens in a dataset. */
export interface Opened {
  readonly level: AccessLevel;
  readonly canViewWorkspace: boolean;
  readonly groups: readonly string[];
  /** When it ends at the latest; undefined where nothing but the limits of dataset and site ends it. */
  readonly until?: Date;
}

/** Of several rows for a dataset those of the highest level count; their groups add up (rule 15.56). */
export function openedBy(table: readonly TableRow[], dataset: string, claim: unknown): Opened | null {
  const rows = table.filter((row) => row.dataset === dataset && holds(claim, row.value));
  const level = accessLevels.find((candidate) => rows.some((row) => row.level === candidate));
  if (level === undefined) return null;
  const counting = rows.filter((row) => row.level === level);
  return {
    level,
    canViewWorkspace: counting.some(({ workspace }) => workspace),
    groups: [...new Set(counting.flatMap(({ groups }) => groups))].sort(),
  };
}

interface SignedIn {
  readonly account: Account;
  readonly provider: ProviderSettings;
  /** The claim that the table reads; undefined where the provider gives none. */
  readonly claim: unknown;
}

/**
 * Brings the memberships that the table of a provider gives to what it says now: for the datasets that it names, and
 * never those that staff gave, renewed or ended (rule 15.56). Each change is recorded.
 */
export async function applyTable(
  deps: MembershipDeps,
  { account, provider, claim }: SignedIn,
): Promise<void> {
  const table = provider.memberships?.table ?? [];
  const datasets = [...new Set(table.map(({ dataset }) => dataset))].sort();
  for (const dataset of datasets) {
    const opened = openedBy(table, dataset, claim);
    await deps.db
      .transaction()
      .execute((db) =>
        applyTo({ ...deps, db }, { account, provider: provider.id, dataset, openedIn: () => opened }),
      );
  }
}

interface Applied {
  readonly account: Account;
  /** What gives the membership. */
  readonly provider: string;
  readonly dataset: string;
  /** What holds by the settings of the dataset, which no other change meets; unknown: what is held stays as it is. */
  readonly openedIn: (settings: unknown) => Opened | 'unknown' | null;
}

/** Grants, changes or ends one membership; one of staff, or one of another source that has not ended, stays as it is. */
export async function applyTo(
  deps: Omit<MembershipDeps, 'db'> & { readonly db: Transaction<Schema> },
  { account, provider, dataset, openedIn }: Applied,
): Promise<void> {
  const { db } = deps;
  const found = await db
    .selectFrom('dataset')
    .select(['id', 'settings'])
    .where('unique_id', '=', dataset)
    .forShare()
    .executeTakeFirst();
  if (found === undefined) return;
  const held = await findHeld(db, { accountId: account.id, datasetId: found.id });
  const now = deps.clock();
  if (held !== undefined && !mayChange(held, provider, now)) return;
  const opened = openedIn(found.settings);
  if (opened === 'unknown') return;
  if (opened === null || !(await hasGroups(db, found.id, opened.groups))) {
    if (held !== undefined && !hasEnded(held, now)) await end(db, { ...held, datasetId: found.id, now });
    return;
  }
  const { groups, until, ...rights } = opened;
  const endsAt = earlier(endOfNew(now, maxDays(found.settings, deps.membershipDays)), until);
  if (held !== undefined && !hasEnded(held, now) && isSame(held, opened, endsAt)) return;
  const grant = { username: account.username, dataset, ...rights, endsAt, fromProvider: provider };
  const { id: membership } = await grantMembership(db, grant);
  await setGroups(db, { datasetId: found.id, membershipId: membership }, groups);
  const detail = { membership, ...rights, groups: groups.join(' '), provider, ...untilOf(endsAt) };
  await record(db, {
    accountId: account.id,
    datasetId: found.id,
    action: 'membership_grant',
    detail: { ...detail, isAutomatic: true },
  });
}

const earlier = (end: Date | null, until: Date | undefined): Date | null =>
  until === undefined || (end !== null && end <= until) ? end : until;

const mayChange = (held: HeldMembership, provider: string, now: Date): boolean =>
  held.from_provider === provider || (held.from_provider !== null && hasEnded(held, now));

type HeldMembership = NonNullable<Awaited<ReturnType<typeof findHeld>>>;

async function findHeld(
  db: Transaction<Schema>,
  { accountId, datasetId }: { readonly accountId: number; readonly datasetId: number },
) {
  const row = await db
    .selectFrom('membership')
    .select(['id', 'from_provider', 'access_level', 'can_view_workspace', 'ends_at'])
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

const isSame = (
  held: HeldMembership,
  { level, canViewWorkspace, groups }: Opened,
  endsAt: Date | null,
): boolean =>
  held.access_level === level &&
  held.can_view_workspace === canViewWorkspace &&
  held.groups.join(' ') === groups.join(' ') &&
  held.ends_at?.getTime() === endsAt?.getTime();

/** A row with a group that the dataset lacks opens nothing: without the group it might open everything (rule 1.11). */
async function hasGroups(db: Kysely<Schema>, datasetId: number, names: readonly string[]): Promise<boolean> {
  if (names.length === 0) return true;
  const rows = await db
    .selectFrom('permission_group')
    .select('name')
    .where('dataset_id', '=', datasetId)
    .where('name', 'in', [...names])
    .execute();
  return rows.length === names.length;
}

interface EndedMembership {
  readonly id: number;
  readonly datasetId: number;
  readonly now: Date;
}

async function end(db: Transaction<Schema>, { id, datasetId, now }: EndedMembership): Promise<void> {
  const { account_id: account } = await db
    .updateTable('membership')
    .set({ ends_at: now, end_recorded: true })
    .where('id', '=', id)
    .returning('account_id')
    .executeTakeFirstOrThrow();
  const detail = { membership: id, account };
  await record(db, { accountId: account, datasetId, action: 'membership_revoke', detail });
}
