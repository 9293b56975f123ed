import type { DatasetSettings } from '@atrium/contract/documents/dataPackage';
import type { AccessLevel } from '@atrium/contract/wire/access';
import type { Releases } from '@atrium/warehouse';
import type { Kysely } from 'kysely';
import { type Account, addAccount, type NewAccount, putAgreement } from '../access/index.ts';
import { openPasswords } from '../access/password.ts';
import type { Schema } from '../database/index.ts';

export const testPassword = 'correct horse battery';

/** To hash a password takes long on purpose. */
let testHash: Promise<string> | undefined;

export interface TestDataset {
  readonly id: number;
  readonly uniqueId: string;
}

export interface DatasetGiven {
  readonly uniqueId?: string;
  readonly name?: string;
  readonly description?: string;
  readonly isListed?: boolean;
  readonly settings?: DatasetSettings;
  /** A data package to import; without one the dataset has no release. */
  readonly packagePath?: string;
  /** The text of a data-use agreement, version 1. */
  readonly agreement?: string;
}

export interface MemberGiven {
  readonly account?: Account;
  readonly dataset?: TestDataset;
  readonly level?: AccessLevel;
  readonly canViewWorkspace?: boolean;
  readonly canViewSubjectDetails?: boolean;
  /** When the membership ends; default: never. */
  readonly endsAt?: Date;
}

export interface TestMember {
  readonly account: Account;
  readonly dataset: TestDataset;
  readonly membershipId: number;
}

/** Makes test data in one line; what is not given gets a default. */
export interface Factories {
  anAccount(given?: Partial<NewAccount>): Promise<Account>;
  aDataset(given?: DatasetGiven): Promise<TestDataset>;
  aMember(given?: MemberGiven): Promise<TestMember>;
  /** Imports a package as the live release of a dataset. */
  aRelease(dataset: TestDataset, packagePath: string): Promise<void>;
}

export interface FactoryDeps {
  readonly db: Kysely<Schema>;
  readonly releases: Pick<Releases, 'build'>;
}

export function createFactories(deps: FactoryDeps): Factories {
  const { db } = deps;
  let made = 0;
  /** Counted by themselves: equal ids in many files are one build of a package (`buildOnce`). */
  let datasets = 0;

  const anAccount: Factories['anAccount'] = async ({ password, ...given } = {}) => {
    made += 1;
    const account = await addAccount(db, { username: `person${made}`, password: password ?? null, ...given });
    if (password !== undefined) return account;
    testHash ??= openPasswords().then((passwords) => passwords.hash(testPassword));
    const values = { password_hash: await testHash };
    await db.updateTable('account').set(values).where('id', '=', account.id).execute();
    return account;
  };
  const aDataset: Factories['aDataset'] = async (given = {}) => {
    datasets += 1;
    const uniqueId = given.uniqueId ?? `dataset${datasets}`;
    const { id } = await db
      .insertInto('dataset')
      .values({
        unique_id: uniqueId,
        name: given.name ?? uniqueId,
        description: given.description ?? null,
        is_listed: given.isListed ?? true,
        settings: JSON.stringify(given.settings ?? {}),
        live_release_id: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (given.packagePath !== undefined) await loadRelease(deps, { id, uniqueId }, given.packagePath);
    const { agreement: text } = given;
    if (text !== undefined)
      await db.transaction().execute((inside) => putAgreement(inside, uniqueId, { version: '1', text }));
    return { id, uniqueId };
  };
  const aMember: Factories['aMember'] = async (given = {}) => {
    const account = given.account ?? (await anAccount());
    const dataset = given.dataset ?? (await aDataset());
    const { id } = await db
      .insertInto('membership')
      .values({
        account_id: account.id,
        dataset_id: dataset.id,
        access_level: given.level ?? 'deid',
        can_view_workspace: given.canViewWorkspace ?? true,
        can_view_subject_details: given.canViewSubjectDetails ?? true,
        ends_at: given.endsAt ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { account, dataset, membershipId: id };
  };
  const aRelease: Factories['aRelease'] = (dataset, packagePath) => loadRelease(deps, dataset, packagePath);
  return { anAccount, aDataset, aMember, aRelease };
}

/** Builds the package in the warehouse and makes it the dataset's live release. */
async function loadRelease(
  { db, releases }: FactoryDeps,
  dataset: TestDataset,
  packagePath: string,
): Promise<void> {
  const { id } = await db
    .insertInto('release')
    .values({ dataset_id: dataset.id, state: 'building' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { dataUse } = await releases.build({
    packagePath,
    release: `release_${id}`,
    datasetId: dataset.uniqueId,
  });
  await db
    .updateTable('release')
    .set({ state: 'retired' })
    .where('dataset_id', '=', dataset.id)
    .where('state', '=', 'live')
    .execute();
  await db
    .updateTable('release')
    .set({
      state: 'live',
      finished_at: new Date('2026-05-01T00:00:00Z'),
      agreed_subject_count: dataUse?.forAggregates ?? null,
    })
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('dataset')
    .set({ live_release_id: id, aggregate_release_id: id })
    .where('id', '=', dataset.id)
    .execute();
}
