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
  type Database,
  hasEmbedded,
  holdServer,
  openDatabase,
  type RequireRoom,
  requireRoomIn,
  type Schema,
} from '../database/index.ts';
import { clearLeftFiles, type HomeFolders } from '../home/index.ts';
import {
  checkInstallation,
  createImportQueue,
  type ImportQueue,
  type Installed,
  joinInstallation,
  type KeptDays,
  lookOnly,
  type Recovery,
  recover,
  type Stores,
} from '../operations/index.ts';

/** Closes what was opened, the last opened first. */
export interface Closers {
  add(close: () => Promise<void>): void;
  close(): Promise<void>;
}

export function createClosers(): Closers {
  const open: (() => Promise<void>)[] = [];
  return {
    add: (close) => void open.push(close),
    close: async () => {
      for (let close = open.pop(); close !== undefined; close = open.pop()) await close();
    },
  };
}

/** The open stores of a data directory; what a killed process left in them is undone. */
export interface OpenInstallation {
  readonly db: Kysely<Schema>;
  /** The state database for requests, which give up soon. */
  readonly dbForRequests: Kysely<Schema>;
  readonly questions: Questions;
  readonly releases: Releases;
  readonly indexes: ReleaseIndexes;
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
  const { databaseUrl, warehouseUrl, reportReleaseDays, storageRoot, settingsFiles } = config;
  const requireRoom = requireRoomIn(home, config.leastFreeMegabytes);
  const warehouse = await openWarehouse(config, folders);
  closers.add(() => warehouse.close());
  const stores: Stores = { home, databaseUrl, warehouseUrl, warehouse };
  const { db, forRequests: dbForRequests } = await openState(stores, { ...options, requireRoom, closers });
  const { questions, releases, indexes } = warehouse;
  const recovery =
    options.isLookingOnly === true
      ? await lookOnly({ db, questions, releases })
      : await cleanUp({ db, questions, releases, reportReleaseDays }, folders);
  const { membershipDays, auditDays, questionDays, importLogDays, receiptDays } = config;
  return {
    db,
    dbForRequests,
    questions,
    releases,
    indexes,
    imports: createImportQueue(),
    anchorFile: anchorFile(home),
    recovery,
    clock: () => new Date(),
    installed: { home, storageRoot, version: softwareVersion(), settingsFiles },
    keptDays: { auditDays, questionDays, importLogDays, receiptDays },
    membershipDays,
    reportReleaseDays,
    appSegment: config.site.appSegment,
    requireRoom,
  };
}

async function cleanUp(deps: Parameters<typeof recover>[0], folders: HomeFolders): Promise<Recovery> {
  await clearLeftFiles(folders);
  return recover(deps);
}

/** Opens the state database if it belongs to the data directory; else refuses, and nothing is changed. */
async function openState(
  stores: Stores,
  {
    onStep,
    closers,
    ...options
  }: OpenOptions & { readonly closers: Closers; readonly requireRoom: RequireRoom },
): Promise<Database> {
  const { home, databaseUrl } = stores;
  if (databaseUrl === null && !hasEmbedded(home)) await checkInstallation(stores, null);
  const opened = await openDatabase({
    home,
    databaseUrl,
    beforeMigration: async (found) => {
      await checkInstallation(stores, found);
      await holdServers(stores, { onStep, closers, onEnd: options.onEnd });
    },
    isAway: isServerAway,
    onProgress: onStep,
    takeTurn: callersInTurn(),
    mayRecover: options.onLoss !== undefined,
    ...options,
  });
  closers.add(opened.close);
  await joinInstallation(stores, opened.db);
  return opened;
}

/** Holds the servers of an installation, so that no other process undoes what this one is doing (rule 9.18). */
export async function holdServers(
  { databaseUrl, warehouseUrl }: Pick<Stores, 'databaseUrl' | 'warehouseUrl'>,
  { onStep, onEnd, closers }: Pick<OpenOptions, 'onStep' | 'onEnd'> & { readonly closers: Closers },
): Promise<void> {
  const servers = [
    { what: 'state database', url: databaseUrl },
    { what: 'warehouse', url: warehouseUrl },
  ] as const;
  for (const { what, url } of servers) {
    if (url === null) continue;
    const onWait = (holder: string) => onStep(`waiting for the ${what}, which ${holder}`);
    const hold = await holdServer({ url, what, onWait, onTaken: onEnd });
    closers.add(hold.release);
  }
}

/** Sources that are run as they are have no file that a thread could load. */
const isBuilt = import.meta.url.endsWith('.js');

/** Sources have indexes only where the operator says how much memory they get. */
function indexesOf({ indexMemory }: Config) {
  if (indexMemory === 'off' || (indexMemory === 'default' && !isBuilt)) return null;
  const threads = isBuilt ? { maker: builtIndexMaker, thread: builtIndexThread } : {};
  return indexMemory === 'default' ? threads : { ...threads, maxBytes: 1e6 * indexMemory.megabytes };
}

export function openWarehouse(
  config: Config,
  { warehouse: folder, removed: removedFolder }: HomeFolders,
): Promise<Warehouse> {
  const { warehouseUrl: url, importLimits, storageRoot, transfer, questionLimits } = config;
  const { seconds, budget } = questionLimits;
  const shared = {
    timeouts: { questionMs: seconds * 1000, streamMs: exportMs },
    importLimits,
    ...(isBuilt && { build: buildInThread }),
    exportThread: isBuilt ? builtExportThread : undefined,
    indexes: indexesOf(config),
    storageRoot,
    storageAreas: transfer.areas,
    budget,
  };
  return url === null
    ? openDuckDbWarehouse({ folder, removedFolder, ...shared })
    : openPostgresWarehouse({ url, scratchFolder: path.join(folder, 'scratch'), ...shared });
}
