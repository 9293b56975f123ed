import path from 'node:path';
import {
  openDuckDbWarehouse,
  openPostgresWarehouse,
  rememberAnswers,
  type Warehouse,
} from '@atrium/warehouse';
import type { Kysely } from 'kysely';
import { anchorFile } from '../audit/index.ts';
import type { Config } from '../config.ts';
import { hasEmbedded, openDatabase, type Schema } from '../database/index.ts';
import { clearPackages, type HomeFolders } from '../home/index.ts';
import {
  checkInstallation,
  joinInstallation,
  type Recovery,
  recover,
  type Stores,
} from '../operations/index.ts';
import { type Closers, createClosers } from './closers.ts';

/** What everything stands on: both stores of a home, in order after whatever happened before. */
export interface Ground {
  readonly db: Kysely<Schema>;
  readonly warehouse: Warehouse;
  /** Where the home keeps ends that its audit has had. */
  readonly anchorFile: string;
  /** What was found and undone when the stores were opened. */
  readonly recovery: Recovery;
  close(): Promise<void>;
}

export interface GroundOptions {
  readonly onStep: (step: string) => void;
  readonly onFault: (error: Error) => void;
}

const statementTimeoutMs = 300_000;

/** Opens the stores of a home whose lock the caller holds, and undoes what a killed process left there. */
export async function openGround(
  config: Config,
  folders: HomeFolders,
  options: GroundOptions,
): Promise<Ground> {
  const closers = createClosers();
  try {
    return { ...(await openStores(config, folders, { ...options, closers })), close: closers.close };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function openStores(
  config: Config,
  folders: HomeFolders,
  { onStep, onFault, closers }: GroundOptions & { readonly closers: Closers },
): Promise<Omit<Ground, 'close'>> {
  const { home } = folders;
  const { databaseUrl, warehouseUrl } = config;
  const warehouse = rememberAnswers(await openWarehouse(config, folders));
  closers.add(() => warehouse.close());
  const stores: Stores = { home, databaseUrl, warehouseUrl, warehouse };
  const db = await openState(stores, { onStep, onFault, closers });
  await clearPackages(folders);
  const recovery = await recover({ db, warehouse });
  return { db, warehouse, anchorFile: anchorFile(home), recovery };
}

/** Opens the state database only where it belongs to the home; else neither it nor anything else is changed. */
async function openState(
  stores: Stores,
  { onStep, onFault, closers }: GroundOptions & { readonly closers: Closers },
): Promise<Kysely<Schema>> {
  const { home, databaseUrl } = stores;
  if (databaseUrl === null && !hasEmbedded(home)) await checkInstallation(stores, null);
  const { db, close } = await openDatabase({
    home,
    databaseUrl,
    beforeMigration: (found) => checkInstallation(stores, found),
    onProgress: onStep,
    onFault,
  });
  closers.add(close);
  await joinInstallation(stores, db);
  return db;
}

const openWarehouse = (
  { warehouseUrl: url, unpackLimits }: Config,
  { warehouse: folder, removed: removedFolder }: HomeFolders,
): Promise<Warehouse> =>
  url === null
    ? openDuckDbWarehouse({ folder, removedFolder, statementTimeoutMs, unpackLimits })
    : openPostgresWarehouse({
        url,
        scratchFolder: path.join(folder, 'scratch'),
        statementTimeoutMs,
        unpackLimits,
      });
