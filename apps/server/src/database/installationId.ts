import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';

/** The installation id in a state database, migrated or not; null where it has none. */
export async function loadInstallationId(db: Kysely<Schema>): Promise<string | null> {
  if (!(await hasTable(db, 'installation_id'))) return null;
  const row = await db.selectFrom('installation_id').select('id').executeTakeFirst();
  return row?.id ?? null;
}

/** Stores the installation id unless the state database has one; returns the id that it has then. */
export async function storeInstallationId(db: Kysely<Schema>, id: string): Promise<string> {
  await db
    .insertInto('installation_id')
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await db.selectFrom('installation_id').select('id').executeTakeFirstOrThrow()).id;
}

/** Folders that the portals of a state database share; `shared_storage` is one outside of the shared folder. */
const sharedEntries = ['shared_folder', 'shared_storage'] as const;
type SharedEntry = (typeof sharedEntries)[number];

/** Whether the portals of a state database share such a folder. */
export async function hasShared(db: Kysely<Schema>, name: SharedEntry): Promise<boolean> {
  if (!(await hasTable(db, 'installation'))) return false;
  const entry = db.selectFrom('installation').select('name').where('name', '=', name);
  return (await entry.executeTakeFirst()) !== undefined;
}

/** Stores that the portals of a state database share such a folder from now on. */
export async function storeShared(db: Kysely<Schema>, name: SharedEntry): Promise<void> {
  await db
    .insertInto('installation')
    .values({ name, value: JSON.stringify(true) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Stores that one portal works alone from now on. */
export async function forgetShared(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom('installation').where('name', 'in', sharedEntries).execute();
}

export interface KnownRelease {
  readonly id: number;
  readonly isLive: boolean;
  /** The dataset's id in paths; null until the release goes live. */
  readonly dataset: string | null;
}

/** All releases that a state database, migrated or not, has ever numbered. */
export async function loadKnownReleases(db: Kysely<Schema>): Promise<readonly KnownRelease[]> {
  if (!(await hasTable(db, 'release'))) return [];
  const rows = await db
    .selectFrom('release')
    .leftJoin('dataset', 'dataset.id', 'release.dataset_id')
    .select(['release.id', 'release.state', 'dataset.unique_id as dataset'])
    .execute();
  return rows.map(({ id, state, dataset }) => ({ id, isLive: state === 'live', dataset }));
}

async function hasTable(db: Kysely<Schema>, name: string): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean;
  }>`SELECT to_regclass(${name}) IS NOT NULL AS found`.execute(db);
  return rows[0]?.found === true;
}
