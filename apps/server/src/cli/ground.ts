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
import { openDatabase, type Schema } from '../database/index.ts';
import { clearPackages, type HomeFolders } from '../home/index.ts';
import { type Recovery, recover } from '../operations/index.ts';
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
  const { databaseUrl } = config;
  await clearPackages(folders);
  const { db, close } = await openDatabase({ home: folders.home, databaseUrl, onProgress: onStep, onFault });
  closers.add(close);
  const warehouse = rememberAnswers(await openWarehouse(config, folders));
  closers.add(() => warehouse.close());
  const recovery = await recover({ db, warehouse });
  return { db, warehouse, anchorFile: anchorFile(folders.home), recovery };
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
