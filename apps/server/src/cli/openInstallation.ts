import path from 'node:path';
import {
  buildInThread,
  builtExportThread,
  builtIndexMaker,
  builtIndexThread,
  callersInTurn,
  isServerAway,
  openDuckDbWarehouse,
  openPostgresWarehouse,
  type Questions,
  type ReleaseIndexes,
  type Releases,
  type Warehouse,
} from '@atrium/warehouse';
import type { Kysely } from 'kysely';
import { anchorFile } from '../audit/index.ts';
import type { Config } from '../config/config.ts';
import { softwareVersion } from '../config/version.ts';
import {
  hasEmbedded,
  openDatabase,
  type RequireRoom,
  requireRoomIn,
  type Schema,
} from '../database/index.ts';
import { clearLeftFiles, type HomeFolders, homeFolders } from '../home/index.ts';
import {
  checkInstallation,
  createImportQueue,
  discardLeft,
  type ImportQueue,
  type IndexStorage,
  type Installed,
  joinInstallation,
  type KeptDays,
  lookOnly,
  type Recovery,
  recover,
  type Stores,
  shareIndexes,
  storageOfIndexes,
} from '../operations/index.ts';
import type { Portals } from '../portals/index.ts';
import { type Closers, createClosers } from './closers.ts';
import { joiningOf } from './holdServers.ts';

/** The open stores of a data directory; what a killed process left in them is undone. */
export interface OpenInstallation {
  readonly db: Kysely<Schema>;
  /** The state database for requests, which give up soon. */
  readonly dbForRequests: Kysely<Schema>;
  readonly questions: Questions;
  readonly releases: Releases;
  readonly indexes: ReleaseIndexes;
  /** The processes that work on the same stores. */
  readonly portals: Portals;
  /** Where imports wait for each other. */
  readonly imports: ImportQueue;
  /** The file with earlier heads of the audit. */
  readonly anchorFile: string;
  readonly clock: () => Date;
  readonly installed: Installed;
  readonly keptDays: KeptDays;
  readonly membershipDays: number | null;
  /** For how many days a release is kept for reports that do not stay on it; null: for ever. */
  readonly reportReleaseDays: number | null;
  /** The path segment of the installation's own calls. */
  readonly appSegment: string;
  /** Where DOIs are registered; null: nowhere. */
  readonly registrar: Config['registrar'];
  /** Throws while the disk of the data directory is full, or nearly. */
  readonly requireRoom: RequireRoom;
  /** The unfinished work that was found and undone when the stores were opened. */
  readonly recovery: Recovery;
  close(): Promise<void>;
}

interface OpenOptions {
  readonly onStep: (step: string) => void;
  readonly onFault: (error: Error) => void;
  /** Called when the embedded state database has ended; the process can only end, too. */
  readonly onEnd: (cause: Error) => void;
  /** Whether the caller only looks; then nothing is cleaned up. Default: no. */
  readonly isLookingOnly?: boolean;
  /** Gets a sentence where a copy took the place of the embedded database; absent: none may (rule 16.4). */
  readonly onLoss?: (sentence: string) => void;
  /** Gets what goes wrong between several portals; default: nobody does. */
  readonly onPortalFault?: (sentence: string, error: unknown) => void;
  /** Gets what the index of a release failed with; default: nobody does. */
  readonly onIndexFault?: (error: unknown) => void;
}

/** An export works this long at the most, beside the time in which its reader reads. */
const exportMs = 300_000;

/** Opens the stores of a data directory and undoes what a killed process left there. The caller holds its lock. */
export async function openInstallation(
  config: Config,
  folders: HomeFolders,
  options: OpenOptions,
): Promise<OpenInstallation> {
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
  { closers, ...options }: OpenOptions & { readonly closers: Closers },
): Promise<Omit<OpenInstallation, 'close'>> {
  const { home } = folders;
  const {
    databaseUrl,
    warehouseUrl,
    sharedFolder,
    endsSharing,
    reportReleaseDays,
    storageRoot,
    settingsFiles,
  } = config;
  const requireRoom = requireRoomIn(home, config.leastFreeMegabytes);
  const warehouse = await openWarehouse(config, folders, options.onIndexFault);
  closers.add(() => warehouse.close());
  const stores: Stores = {
    home,
    databaseUrl,
    warehouseUrl,
    sharedFolder,
    endsSharing,
    storageRoot,
    warehouse,
  };
  const { db, dbForRequests, portals } = await openState(stores, { ...options, requireRoom, closers });
  const { questions, releases, indexes } = warehouse;
  if (portals.id !== null && sharedFolder !== null)
    shareAmong(portals, {
      ...{ db, indexes, onFault: options.onPortalFault },
      storage: await storageOfIndexes(db, { bucket: config.transfer.indexes, sharedFolder }),
    });
  const recovery = await cleanUp(
    { db, questions, releases, reportReleaseDays },
    {
      folders,
      isLookingOnly: options.isLookingOnly === true,
      isAlone: portals.id === null,
    },
  );
  const { membershipDays, auditDays, questionDays, importLogDays, receiptDays } = config;
  return {
    db,
    dbForRequests,
    questions,
    releases,
    indexes,
    portals,
    imports: createImportQueue(portals),
    anchorFile: anchorFile(sharedFolder ?? home),
    recovery,
    clock: () => new Date(),
    installed: {
      home,
      storageRoot,
      uploads: homeFolders(sharedFolder ?? home).uploads,
      version: softwareVersion(),
      settingsFiles,
    },
    keptDays: { auditDays, questionDays, importLogDays, receiptDays },
    membershipDays,
    reportReleaseDays,
    appSegment: config.site.appSegment,
    registrar: config.registrar,
    requireRoom,
  };
}

interface Sharing extends Pick<OpenInstallation, 'db' | 'indexes'> {
  readonly storage: IndexStorage;
  readonly onFault: OpenOptions['onPortalFault'];
}

/** Shares the indexes of releases with other portals, and shows them which are here. */
function shareAmong(portals: Portals, { db, indexes, storage, onFault = () => {} }: Sharing): void {
  indexes.share(
    shareIndexes({
      ...{ db, portals, storage },
      onFault: (error) => onFault('an index could not be shared with other portals', error),
    }),
  );
  portals.showIndexes(() =>
    indexes.state().map(({ release, state, bytes, fault }) => ({ release, state, bytes, fault })),
  );
}

interface CleaningUp {
  readonly folders: HomeFolders;
  readonly isLookingOnly: boolean;
  readonly isAlone: boolean;
}

/** Undoes what ended processes left. Of several portals the one that leads undoes what they left on the servers. */
async function cleanUp(
  deps: Parameters<typeof recover>[0],
  { folders, isLookingOnly, isAlone }: CleaningUp,
): Promise<Recovery> {
  if (isLookingOnly) return lookOnly(deps);
  await clearLeftFiles(folders);
  if (isAlone) return recover(deps);
  const removed = await discardLeft(deps);
  return { ...(await lookOnly(deps)), removed };
}

type OpenState = Pick<OpenInstallation, 'db' | 'dbForRequests' | 'portals'>;

/** Opens the state database if it belongs to the data directory; else refuses, and nothing is changed. */
async function openState(
  stores: Stores,
  {
    onStep,
    closers,
    ...options
  }: OpenOptions & { readonly closers: Closers; readonly requireRoom: RequireRoom },
): Promise<OpenState> {
  const { home, databaseUrl } = stores;
  const joining = joiningOf(stores, { ...options, onStep, closers });
  if (databaseUrl === null && !hasEmbedded(home)) await checkInstallation(stores, null);
  const opened = await openDatabase({
    home,
    databaseUrl,
    beforeMigration: async (found) => {
      await joining.begin(found, () => checkInstallation(stores, found));
    },
    isAway: isServerAway,
    onProgress: onStep,
    takeTurn: callersInTurn(),
    mayRecover: options.onLoss !== undefined,
    portalId: joining.portalId,
    ...options,
  });
  closers.add(opened.close);
  const portals = await joining.join();
  await joinInstallation(stores, opened.db);
  await joining.finish();
  return { db: opened.db, dbForRequests: opened.forRequests, portals };
}

/** Sources that are run as they are have no file that a thread could load. */
const isBuilt = import.meta.url.endsWith('.js');

/** Sources have indexes only where the operator says how much memory they get. */
function indexesOf({ indexMemory }: Config, onFault: OpenOptions['onIndexFault']) {
  if (indexMemory === 'off' || (indexMemory === 'default' && !isBuilt)) return null;
  const threads = isBuilt ? { maker: builtIndexMaker, thread: builtIndexThread } : {};
  const options = { ...threads, onFault };
  return indexMemory === 'default' ? options : { ...options, maxBytes: 1e6 * indexMemory.megabytes };
}

export function openWarehouse(
  config: Config,
  { warehouse: folder, removed: removedFolder }: HomeFolders,
  onIndexFault?: OpenOptions['onIndexFault'],
): Promise<Warehouse> {
  const {
    warehouseUrl: url,
    warehouseReaders: readers,
    importLimits,
    storageRoot,
    transfer,
    questionLimits,
  } = config;
  const { seconds, budget } = questionLimits;
  const shared = {
    timeouts: { questionMs: seconds * 1000, streamMs: exportMs },
    importLimits,
    ...(isBuilt && { build: buildInThread }),
    exportThread: isBuilt ? builtExportThread : undefined,
    indexes: indexesOf(config, onIndexFault),
    storageRoot,
    storageAreas: transfer.areas,
    budget,
  };
  return url === null
    ? openDuckDbWarehouse({ folder, removedFolder, ...shared })
    : openPostgresWarehouse({ url, readers, scratchFolder: path.join(folder, 'scratch'), ...shared });
}
