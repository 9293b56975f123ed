import { type AccessLevel, accessLevels } from '@atrium/contract/wire/access';
import type { Transaction } from 'kysely';
import type { ProviderSettings } from '../../config/signInSettings.ts';
import type { Schema } from '../../database/schema.ts';
import type { Account } from '../account.ts';
import { endOfNew, maxDays } from '../membershipEnds.ts';
import { applyGrants, isOfStaff, lockMembership, putGrant } from '../membershipGrants.ts';
import type { MembershipDeps } from '../memberships.ts';
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

/** Brings what one source gives to what holds now; a membership of staff stays as it is. */
export async function applyTo(
  deps: Omit<MembershipDeps, 'db'> & { readonly db: Transaction<Schema> },
  { account, provider: source, dataset, openedIn }: Applied,
): Promise<void> {
  const { db } = deps;
  const found = await db
    .selectFrom('dataset')
    .select(['id', 'settings'])
    .where('unique_id', '=', dataset)
    .forShare()
    .executeTakeFirst();
  if (found === undefined) return;
  const key = { accountId: account.id, datasetId: found.id };
  if (isOfStaff(await lockMembership(db, key))) return;
  const opened = openedIn(found.settings);
  if (opened === 'unknown') return;
  const now = deps.clock();
  const grant = opened && {
    ...{ level: opened.level, canViewWorkspace: opened.canViewWorkspace, canViewSubjectDetails: true },
    groups: opened.groups,
    endsAt: earlier(endOfNew(now, maxDays(found.settings, deps.membershipDays)), opened.until),
  };
  await putGrant(db, key, { source, grant });
  await applyGrants(db, key, { now });
}

const earlier = (end: Date | null, until: Date | undefined): Date | null =>
  until === undefined || (end !== null && end <= until) ? end : until;
