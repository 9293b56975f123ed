import { isDeepStrictEqual } from 'node:util';
import { type DatasetSettings, storedSettings } from '@atrium/contract/documents/dataPackage';
import { grantableRights } from '@atrium/contract/documents/grantableRights';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { Kysely, Transaction } from 'kysely';
import {
  applyGrants,
  grantMembership,
  hasEnded,
  lastDayOf,
  limitEnd,
  lockMembership,
  maxDays,
  passportPrefix,
  setGroups,
  type Until,
  untilOf,
  withoutRights,
} from '../access/index.ts';
import { record } from '../audit/index.ts';
import type { Schema } from '../database/index.ts';
import { type By, type Operation, type OperationDeps, recordedBy } from './operation.ts';

type Deps = Pick<OperationDeps, 'db' | 'clock' | 'membershipDays'>;
type Named = Pick<Extract<Operation, { kind: 'endMember' }>, 'username' | 'dataset'>;

type Grant = Extract<Operation, { kind: 'grant' }>;

/** Gives or changes a membership and records it in the audit. */
export async function grantAccess(deps: Deps, operation: Grant, by: By): Promise<readonly string[]> {
  const { db, ...limits } = deps;
  return db.transaction().execute((transaction) => grantIn({ ...limits, db: transaction }, operation, by));
}

/** Gives or changes a membership within a transaction, and says it in a sentence. */
export async function grantIn(
  deps: Omit<Deps, 'db'> & { readonly db: Transaction<Schema> },
  operation: Grant,
  by: By,
): Promise<readonly string[]> {
  const { username, dataset, level, groups, until } = operation;
  const { db } = deps;
  const granted = grantableRights.parse(operation);
  const held = await findMembership(db, operation);
  const endsAt = await endFor(deps, { dataset, until, held: held?.ends_at ?? null });
  const { id: membership } = await grantMembership(db, { ...operation, endsAt });
  const { dataset_id: datasetId, account_id: account } = await db
    .selectFrom('membership')
    .select(['dataset_id', 'account_id'])
    .where('id', '=', membership)
    .executeTakeFirstOrThrow();
  await setGroups(db, { datasetId, membershipId: membership }, groups);
  const rights = { level, ...granted, groups: groups.join(' ') };
  const detail = { membership, account, ...rights, ...untilOf(endsAt) };
  await record(db, { ...recordedBy(by), datasetId, action: 'membership_grant', detail });
  const within = groups.length === 0 ? '' : `, in ${groups.join(' and ')}`;
  return [
    `${username} is a member of ${dataset} at level ${level}${withoutRights(granted)}${within}${ending(endsAt)}.`,
  ];
}

const ending = (endsAt: Date | null): string => (endsAt === null ? '' : ` until ${lastDayOf(endsAt)}`);

/** Gives a membership another end, or none, and records it in the audit (rule 8.20). */
export async function renewMember(
  deps: Deps,
  operation: Extract<Operation, { kind: 'renewMember' }>,
  by: By,
): Promise<readonly string[]> {
  const { username, dataset, until } = operation;
  const endsAt = await deps.db.transaction().execute(async (transaction) => {
    const found = await requireMembership(transaction, operation);
    const { id: membership, account_id: account, dataset_id: datasetId, ends_at: held } = found;
    const end = await endFor({ ...deps, db: transaction }, { dataset, until, held });
    await transaction
      .updateTable('membership')
      .set({ ends_at: end, end_recorded: false, from_provider: null })
      .where('id', '=', membership)
      .execute();
    const detail = { membership, account, until: lastDayOf(end), before: lastDayOf(held) };
    await record(transaction, { ...recordedBy(by), datasetId, action: 'membership_renew', detail });
    return end;
  });
  return [`${username} is a member of ${dataset}${ending(endsAt) || ' without an end'}.`];
}

/** Ends a membership at once and records it in the audit; downloads under way end too. */
export async function endMember(
  { db, clock }: Deps,
  operation: Extract<Operation, { kind: 'endMember' }>,
  by: By,
): Promise<readonly string[]> {
  await db.transaction().execute(async (transaction) => {
    const found = await requireMembership(transaction, operation);
    const { id: membership, account_id: account, dataset_id: datasetId } = found;
    const now = clock();
    if (hasEnded(found, now)) throw new PortalError('conflict', 'This membership has ended already.');
    await transaction
      .updateTable('membership')
      .set({ ends_at: now, end_recorded: true, from_provider: null })
      .where('id', '=', membership)
      .execute();
    const detail = { membership, account };
    await record(transaction, { ...recordedBy(by), datasetId, action: 'membership_revoke', detail });
  });
  return [`The membership of ${operation.username} in ${operation.dataset} has ended.`];
}

interface ChangedOffers {
  readonly datasetId: number;
  readonly by: By;
  /** The settings of the dataset before, as they were stored. */
  readonly inForce: unknown;
  readonly settings: DatasetSettings;
}

/** Ends what passports opened in a dataset where other visas open it now; a sign-in makes it again (rule 8.41). */
export async function endOfPassports(
  { db, clock }: { readonly db: Transaction<Schema>; readonly clock: () => Date },
  { datasetId, by, inForce, settings }: ChangedOffers,
): Promise<void> {
  const before = storedSettings.safeParse(inForce).data?.visaMemberships;
  if (isDeepStrictEqual(before, settings.visaMemberships)) return;
  const ofVisas = db
    .selectFrom('membership_grant')
    .select('account_id as accountId')
    .distinct()
    .where('dataset_id', '=', datasetId)
    .where('source', 'like', `${passportPrefix}%`);
  const keys = (await ofVisas.orderBy('account_id').execute()).map((row) => ({ ...row, datasetId }));
  // A line of the audit holds back those of all others: who has written one waits for no account any more.
  for (const key of keys) await lockMembership(db, key);
  await db
    .deleteFrom('membership_grant')
    .where('dataset_id', '=', datasetId)
    .where('source', 'like', `${passportPrefix}%`)
    .execute();
  for (const key of keys) await applyGrants(db, key, { now: clock(), by: recordedBy(by) });
}

/** Locks a membership until the transaction ends. */
const findMembership = (transaction: Transaction<Schema>, { username, dataset }: Named) =>
  transaction
    .selectFrom('membership')
    .innerJoin('account', 'account.id', 'membership.account_id')
    .innerJoin('dataset', 'dataset.id', 'membership.dataset_id')
    .select(['membership.id', 'membership.account_id', 'membership.dataset_id', 'membership.ends_at'])
    .where(({ fn }) => fn('lower', ['account.username']), '=', username.toLowerCase())
    .where('dataset.unique_id', '=', dataset)
    .forUpdate('membership')
    .executeTakeFirst();

async function requireMembership(transaction: Transaction<Schema>, named: Named) {
  const found = await findMembership(transaction, named);
  if (found === undefined)
    throw new PortalError('not_found', `${named.username} has no membership of ${named.dataset}.`);
  return found;
}

interface Ending {
  readonly dataset: string;
  readonly until: Until;
  readonly held: Date | null;
}

/** The end that a membership gets, within the limits of dataset and site. */
async function endFor(
  { db, clock, membershipDays }: Omit<Deps, 'db'> & { readonly db: Kysely<Schema> },
  { dataset, until, held }: Ending,
): Promise<Date | null> {
  const row = await db
    .selectFrom('dataset')
    .select('settings')
    .where('unique_id', '=', dataset)
    .executeTakeFirst();
  if (row === undefined) throw new PortalError('not_found', `There is no dataset ${dataset}.`);
  return limitEnd({ until, held, maxDays: maxDays(row.settings, membershipDays), now: clock() });
}
