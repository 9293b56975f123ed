import { storedSettings } from '@atrium/contract/documents/dataPackage';
import { everyRight } from '@atrium/contract/documents/grantableRights';
import type { VisaMembership, WantedVisa } from '@atrium/contract/documents/visaMembership';
import { accessLevels } from '@atrium/contract/wire/access';
import { sql } from 'kysely';
import { record } from '../../audit/index.ts';
import type { Account } from '../account.ts';
import { passportPrefix } from '../membershipGrants.ts';
import type { MembershipDeps } from '../memberships.ts';
import { applyTo, type Opened } from './providerMemberships.ts';
import type { CheckedPassport, Visa } from './visas.ts';

/** What a membership by visas names as where it is from. */
export const passportOf = (provider: string): string => `${passportPrefix}${provider}`;

/**
 * What the visas of a person open by the memberships that a dataset offers (rule 8.40): of several those of the highest
 * level count, and their groups add up. It ends with the first visa that is needed; of equal visas the one that ends last counts.
 */
export function openedByVisas(offers: readonly VisaMembership[], visas: readonly Visa[]): Opened | null {
  const met = offers.flatMap((offer) => {
    const held = offer.visas.map((wanted) => lastToEnd(visas.filter((visa) => isWanted(visa, wanted))));
    const ends = held.flatMap((visa) => (visa === undefined ? [] : [visa.until]));
    return ends.length < held.length ? [] : [{ offer, ends }];
  });
  const level = accessLevels.find((candidate) => met.some(({ offer }) => offer.level === candidate));
  if (level === undefined) return null;
  const counting = met.filter(({ offer }) => offer.level === level);
  return {
    level,
    canViewWorkspace: counting.some(({ offer }) => offer.canViewWorkspace ?? everyRight.canViewWorkspace),
    groups: [...new Set(counting.flatMap(({ offer }) => offer.groups ?? []))].sort(),
    until: new Date(Math.min(...counting.flatMap(({ ends }) => ends.map((end) => end.getTime())))),
  };
}

const isWanted = (visa: Visa, { type, value, source, by }: WantedVisa): boolean =>
  visa.type === type &&
  visa.value === value &&
  visa.source === source &&
  (by === undefined || (visa.by !== undefined && by.includes(visa.by)));

const lastToEnd = (visas: readonly Visa[]): Visa | undefined =>
  visas.toSorted((one, other) => other.until.getTime() - one.until.getTime())[0];

interface Shown {
  readonly account: Account;
  /** The id of the provider. */
  readonly provider: string;
  readonly passport: CheckedPassport;
}

/**
 * Brings what visas give to what a passport says now; what staff gave, renewed or ended stays as it is (rule 8.41). What
 * was refused is recorded. What a visa may open whose keys could not be had does not end before its time.
 */
export async function applyPassport(
  deps: MembershipDeps,
  { account, provider, passport }: Shown,
): Promise<void> {
  const { visas, refused, unverified } = passport;
  const source = passportOf(provider);
  if (refused.length > 0)
    await record(deps.db, {
      accountId: account.id,
      action: 'visas_refused',
      detail: { provider, reasons: Buffer.from(refused.join(' ').slice(0, 2000)).toString() },
    });
  const datasets = await deps.db
    .selectFrom('dataset')
    .select('dataset.unique_id')
    .leftJoin('membership_grant', (join) =>
      join
        .onRef('membership_grant.dataset_id', '=', 'dataset.id')
        .on('membership_grant.account_id', '=', account.id)
        .on('membership_grant.source', '=', source),
    )
    .where(({ or, eb }) =>
      or([
        sql<boolean>`dataset.settings -> 'visaMemberships' is not null`,
        eb('membership_grant.source', 'is not', null),
      ]),
    )
    .orderBy('dataset.id')
    .execute();
  const openedIn = (settings: unknown): Opened | 'unknown' | null => {
    const offers = storedSettings.safeParse(settings ?? {}).data?.visaMemberships ?? [];
    const opened = openedByVisas(offers, visas);
    const mayOpen = opened === null && openedByVisas(offers, [...visas, ...unverified]) !== null;
    return mayOpen ? 'unknown' : opened;
  };
  for (const { unique_id: dataset } of datasets)
    await deps.db
      .transaction()
      .execute((db) => applyTo({ ...deps, db }, { account, provider: source, dataset, openedIn }));
}
