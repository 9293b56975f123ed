import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { claimWarehouse, type Questions, queryWarehouseOwner, type Warehouse } from '@atrium/warehouse';
import type { Kysely } from 'kysely';
import { releaseName } from '../catalogue/index.ts';
import {
  forgetShared,
  hasShared,
  type KnownRelease,
  loadInstallationId,
  loadKnownReleases,
  nameDatabase,
  type Schema,
  storeInstallationId,
  storeShared,
  syncEmbedded,
} from '../database/index.ts';
import {
  beginInstallation,
  finishInstallation,
  type Installation,
  installationFile,
  isSharedBy,
  joinSharedFolder,
  joinStorage,
  loadInstallation,
  loadUnfinishedInstallation,
} from '../home/index.ts';

/** A data directory and the stores that an operator chose for it. */
export interface Stores extends Chosen {
  readonly warehouse: Warehouse;
  /** Below which downloadable files lie; needed where a folder is shared. */
  readonly storageRoot?: string;
}

/**
 * Refuses a data directory, a state database and a warehouse that do not belong together, before anything is changed.
 * The database may be of any age; null means an embedded one that does not exist yet.
 */
export async function checkInstallation(stores: Stores, db: Kysely<Schema> | null): Promise<void> {
  await findId(stores, db);
}

/**
 * Writes the installation id into the data directory, the state database and the warehouse where it is missing. The file
 * of the data directory is begun first and finished last, so that they still recognise each other after a kill.
 */
export async function joinInstallation(stores: Stores, db: Kysely<Schema>): Promise<void> {
  const { home, databaseUrl, warehouseUrl, sharedFolder = null, storageRoot = home } = stores;
  const id = await findId(stores, db);
  const stateDatabase = addressOf(stores);
  if ((await loadInstallation(home))?.stateDatabase !== stateDatabase) {
    await beginInstallation(home, { id, stateDatabase });
    const stored = await storeInstallationId(db, id);
    if (stored !== id) throw refuseSecondDirectory(stores, stored);
    if (databaseUrl === null) await syncEmbedded(home);
    await finishInstallation(home);
  }
  if (warehouseUrl !== null && (await claimWarehouse(warehouseUrl, id)) !== id)
    throw refuseOtherWarehouse(warehouseUrl);
  if (sharedFolder === null) return forgetShared(db);
  const isBegun = await hasShared(db, 'shared_folder');
  await joinSharedFolder({ home, folder: sharedFolder, storageRoot, id, isBegun });
  await storeShared(db, 'shared_folder');
  const isKnown = await hasShared(db, 'shared_storage');
  if (await joinStorage({ folder: sharedFolder, storageRoot, id, isKnown }))
    await storeShared(db, 'shared_storage');
}

/** Returns the id of data directory and state database, or a new one where neither has one; refuses what does not fit. */
async function findId(stores: Stores, db: Kysely<Schema> | null): Promise<string> {
  const { home, warehouse, warehouseUrl, sharedFolder = null, endsSharing = false } = stores;
  if (db !== null && sharedFolder === null && !endsSharing && (await hasShared(db, 'shared_folder')))
    throw refuseAlone(stores);
  const kept = await loadInstallation(home);
  const stateId = db === null ? null : await loadInstallationId(db);
  if (kept !== null && kept.id !== stateId)
    throw refuseOtherDatabase(stores, kept, db !== null && stateId === null);
  const owner = warehouseUrl === null ? (kept?.id ?? null) : await queryWarehouseOwner(warehouseUrl);
  if (kept === null || owner === null) {
    const releases = await compareReleases(warehouse, db);
    if (owner === null && !belongsTogether(releases)) throw refuseForeignReleases(stores, releases);
    if (kept === null && stateId !== null && !(await isDirectoryOf(stores, stateId, releases)))
      throw refuseSecondDirectory(stores, stateId);
  }
  const id = stateId ?? randomUUID();
  if (warehouseUrl !== null && owner !== null && owner !== id) throw refuseOtherWarehouse(warehouseUrl);
  return id;
}

/**
 * Whether a data directory without an id belongs to a state database with one: it holds the database, it shares a folder
 * with the data directories of other portals, it was about to be joined, or it holds all its data, as after a restore
 * without `installation.json`.
 */
async function isDirectoryOf(
  { home, databaseUrl, warehouseUrl, sharedFolder = null }: Stores,
  stateId: string,
  { live, missing }: Comparison,
): Promise<boolean> {
  if (databaseUrl === null) return true;
  if (sharedFolder !== null && (await isSharedBy(sharedFolder, stateId)) === true) return true;
  if ((await loadUnfinishedInstallation(home))?.id === stateId) return true;
  return warehouseUrl === null && live.length > 0 && missing.length === 0;
}

/** The releases of a warehouse compared with those that a state database knows. */
interface Comparison {
  /** All releases of the warehouse. */
  readonly found: readonly string[];
  /** Those that the state database does not know, or knows as releases of another dataset. */
  readonly foreign: readonly string[];
  /** Those that can be opened, are live in the state database and hold the data of their dataset. */
  readonly live: readonly string[];
  /** Live ones of the state database that are not in the warehouse. */
  readonly missing: readonly string[];
}

/** Compares the releases also by their dataset, because every state database begins with `release_1`. Null knows none. */
async function compareReleases(warehouse: Warehouse, db: Kysely<Schema> | null): Promise<Comparison> {
  const rows = db === null ? [] : await loadKnownReleases(db);
  const known = new Map(rows.map((row) => [releaseName(row.id), row]));
  const found = await warehouse.releases.list();
  const foreign: string[] = [];
  const live: string[] = [];
  for (const release of found) {
    const row = known.get(release);
    const fit = row === undefined ? 'foreign' : await judge(warehouse.questions, release, row);
    if (fit === 'foreign') foreign.push(release);
    if (fit === 'live') live.push(release);
  }
  const missing = [...known].flatMap(([name, { isLive }]) => (isLive && !found.includes(name) ? [name] : []));
  return { found, foreign, live, missing };
}

async function judge(
  questions: Questions,
  release: string,
  { dataset, isLive }: KnownRelease,
): Promise<'foreign' | 'live' | 'unclear'> {
  if (dataset === null) return 'unclear';
  const held = await questions.open(release).catch(() => null);
  if (held === null) return 'unclear';
  if (held.dictionary.datasetId !== dataset) return 'foreign';
  return isLive ? 'live' : 'unclear';
}

/** Whether the warehouse is empty, or has only releases of the state database and one of them is live. */
const belongsTogether = ({ found, foreign, live }: Comparison): boolean =>
  found.length === 0 || (foreign.length === 0 && live.length > 0);

/** The choices of an operator. Passwords do not occur in messages. */
interface Chosen {
  readonly home: string;
  readonly databaseUrl: string | null;
  readonly warehouseUrl: string | null;
  /** The folder that the data directories of several portals share; absent or null where there is one portal. */
  readonly sharedFolder?: string | null;
  /** Whether the operator says that one portal works alone again. */
  readonly endsSharing?: boolean;
}

const embedded = 'embedded';

/** The address of the state database as the data directory stores it. */
const addressOf = ({ databaseUrl }: Chosen): string =>
  databaseUrl === null ? embedded : nameDatabase(databaseUrl);

const refusal = (...sentences: readonly string[]): PortalError =>
  new PortalError('conflict', [...sentences, 'Nothing was changed.'].join(' '));

const orElsewhere = 'or choose another data directory with ATRIUM_HOME.';

/** Another state database than the data directory's own was chosen; that one may be unclaimed. */
function refuseOtherDatabase(
  chosen: Chosen,
  { stateDatabase: own }: Installation,
  isUnclaimed: boolean,
): PortalError {
  const { home, databaseUrl } = chosen;
  const owner = own === undefined ? 'another state database' : describe(own);
  const isLikeOwn = (databaseUrl === null) === (own === embedded);
  const earlier = `If it is an earlier copy of the right one, delete ${installationFile(home)} and try again.`;
  return refusal(
    `The data directory ${home} belongs to ${owner}, and ${databaseUrl === null ? 'DATABASE_URL is not set' : `DATABASE_URL names ${addressOf(chosen)}`}.`,
    `${remedy(chosen, own)}, ${orElsewhere}`,
    ...(isUnclaimed && isLikeOwn ? [earlier] : []),
  );
}

const describe = (address: string): string =>
  address === embedded ? 'its embedded state database' : `the state database ${address}`;

function remedy(chosen: Chosen, own: string | undefined): string {
  if (own === addressOf(chosen))
    return own === embedded
      ? `Its folder ${path.join(chosen.home, 'state')} is missing or holds another one: put the right one back`
      : 'What is at that address now is another one: put the right one back';
  if (own === embedded) return 'Unset DATABASE_URL';
  return 'Set DATABASE_URL to the address of its own';
}

/** Several portals share the state database, and this one would find neither their files nor their heads of the audit. */
const refuseAlone = (chosen: Chosen): PortalError =>
  refusal(
    `Several portals share the state database ${addressOf(chosen)}, and ATRIUM_SHARED_FOLDER is not set.`,
    'Set it to the folder of the other portals.',
    `If one portal shall work alone again, stop the others, copy files, uploads and audit-anchors.ndjson from that folder into ${chosen.home}, and set ATRIUM_SHARED_FOLDER=none.`,
  );

/** The warehouse holds releases that are not those of the state database. */
function refuseForeignReleases(chosen: Chosen, { found, foreign }: Comparison): PortalError {
  const { home, databaseUrl, warehouseUrl } = chosen;
  const where =
    warehouseUrl === null ? `The data directory ${home}` : `The warehouse ${nameDatabase(warehouseUrl)}`;
  const state =
    databaseUrl === null
      ? 'DATABASE_URL is not set: the embedded state database'
      : `the state database ${addressOf(chosen)}`;
  const releases = (foreign.length === 0 ? found : foreign).join(', ');
  return refusal(
    `${where} holds releases (${releases}), and ${state} does not know them as its own.`,
    'Set DATABASE_URL to the address of the state database that they belong to,',
    ...(warehouseUrl === null ? [] : ['ATRIUM_WAREHOUSE_URL to another warehouse,']),
    orElsewhere,
    'If nobody needs them, remove them from the warehouse.',
  );
}

/** The state database belongs to another data directory. */
const refuseSecondDirectory = (chosen: Chosen, id: string): PortalError =>
  refusal(
    `The state database ${addressOf(chosen)} belongs to another data directory than ${chosen.home}.`,
    'Choose that one with ATRIUM_HOME, or another state database with DATABASE_URL.',
    `If that one is gone for good, write {"id":"${id}"} into ${installationFile(chosen.home)}, so that this one replaces it.`,
  );

const refuseOtherWarehouse = (warehouseUrl: string): PortalError =>
  refusal(
    `The warehouse ${nameDatabase(warehouseUrl)} belongs to another portal.`,
    'Set ATRIUM_WAREHOUSE_URL to a database of its own.',
    'If that portal is gone for good, drop the schema atrium_owner there.',
  );
