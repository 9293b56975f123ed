import { randomUUID } from 'node:crypto';
import { claimWarehouse, readWarehouseOwner, type Warehouse } from '@atrium/warehouse';
import type { Kysely } from 'kysely';
import { readInstallationId, type Schema, storeInstallationId, syncEmbedded } from '../../database/index.ts';
import {
  beginInstallation,
  finishInstallation,
  readInstallation,
  readUnfinishedInstallation,
} from '../../home/index.ts';
import { belongsTogether, type Comparison, compareReleases } from './compareReleases.ts';
import {
  addressOf,
  type Chosen,
  refuseForeignReleases,
  refuseOtherDatabase,
  refuseOtherWarehouse,
  refuseSecondHome,
} from './refusals.ts';

/** A home and the stores that an operator chose for it. */
export interface Stores extends Chosen {
  readonly warehouse: Warehouse;
}

/**
 * Refuses a home, a state database and a warehouse that do not belong together, before anything is changed in one of
 * them. The database may be of any age; null stands for an embedded one that is still to be made.
 */
export async function checkInstallation(stores: Stores, db: Kysely<Schema> | null): Promise<void> {
  await recognise(stores, db);
}

/**
 * Gives the installation's id to whichever of home, state database and warehouse lacks it. The home's file comes last
 * and is announced first, so that after a kill in between they still recognise each other.
 */
export async function joinInstallation(stores: Stores, db: Kysely<Schema>): Promise<void> {
  const { home, databaseUrl, warehouseUrl } = stores;
  const id = await recognise(stores, db);
  const stateDatabase = addressOf(stores);
  if ((await readInstallation(home))?.stateDatabase !== stateDatabase) {
    await beginInstallation(home, { id, stateDatabase });
    const stored = await storeInstallationId(db, id);
    if (stored !== id) throw refuseSecondHome(stores, stored);
    if (databaseUrl === null) await syncEmbedded(home);
    await finishInstallation(home);
  }
  if (warehouseUrl !== null && (await claimWarehouse(warehouseUrl, id)) !== id)
    throw refuseOtherWarehouse(warehouseUrl);
}

/** Answers the id that home and state database hold, or a new one where neither has one yet. */
async function recognise(stores: Stores, db: Kysely<Schema> | null): Promise<string> {
  const { home, warehouse, warehouseUrl } = stores;
  const kept = await readInstallation(home);
  const stateId = db === null ? null : await readInstallationId(db);
  if (kept !== null && kept.id !== stateId)
    throw refuseOtherDatabase(stores, kept, db !== null && stateId === null);
  const owner = warehouseUrl === null ? (kept?.id ?? null) : await readWarehouseOwner(warehouseUrl);
  if (kept === null || owner === null) {
    const releases = await compareReleases(warehouse, db);
    if (owner === null && !belongsTogether(releases)) throw refuseForeignReleases(stores, releases);
    if (kept === null && stateId !== null && !(await isHomeOf(stores, stateId, releases)))
      throw refuseSecondHome(stores, stateId);
  }
  const id = stateId ?? randomUUID();
  if (warehouseUrl !== null && owner !== null && owner !== id) throw refuseOtherWarehouse(warehouseUrl);
  return id;
}

/**
 * Whether a home without an id is that of a state database which has one: the database lies in it, the home was about
 * to be joined to it, or it holds all of its data, as after a restore that left out the home's file.
 */
async function isHomeOf(
  { home, databaseUrl, warehouseUrl }: Stores,
  stateId: string,
  { live, missing }: Comparison,
): Promise<boolean> {
  if (databaseUrl === null) return true;
  if ((await readUnfinishedInstallation(home))?.id === stateId) return true;
  return warehouseUrl === null && live.length > 0 && missing.length === 0;
}
