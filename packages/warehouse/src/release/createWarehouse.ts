import { PortalError } from '@atrium/contract/plain';
import type { Dictionary, Lookup } from '@atrium/engine';
import { refusalOfDisk } from '../sql/fullDisk.ts';
import { lostRelease } from '../sql/lostRelease.ts';
import { currentQuestion } from '../sql/question.ts';
import { rememberFound } from '../sql/rememberFound.ts';
import { fairSemaphores } from '../sql/semaphore.ts';
import { letOthersPass } from '../sql/slices.ts';
import { copiedFiles } from './copiedFiles.ts';
import { storedTables } from './dictionaryDocument.ts';
import type { ImportProgress, ImportReport } from './importReport.ts';
import type { SavedFolder, SavedPart } from './savedParts.ts';
import type { StorageArea } from './storageAreas.ts';
import type { BuildRequest, ShareRequest, Warehouse } from './warehouse.ts';

/** What a database must do to hold releases and to run questions; `createWarehouse` does the rest. */
export interface ReleaseStore
  extends Pick<
    Warehouse,
    | 'dialect'
    | 'questionsOfOne'
    | 'run'
    | 'stream'
    | 'exportFile'
    | 'remove'
    | 'list'
    | 'sizes'
    | 'save'
    | 'checkReady'
    | 'close'
  > {
  /** Questions that it can run at once, beside streams. */
  readonly questionsAtOnce: number;
  /** Makes a release's tables known and loads its dictionary; throws unless the release is whole. */
  load(release: string): Promise<Lookup>;
  /** Lets go of a release that was loaded. */
  unload(release: string): Promise<void>;
  /** An empty, private folder to build in; throws where no release of this name can be built. */
  beginBuild(request: Pick<BuildRequest, 'release' | 'dryRun'>): Promise<string>;
  /** Makes a finished release file a release of this store, whole or not at all. */
  publish(built: BuiltRelease): Promise<void>;
  /** Makes a release of views of the tables of another, whole or not at all; `folder` is that of `beginBuild`. */
  share(request: SharedRelease): Promise<void>;
  /** Makes a release of saved files, whole or not at all; `into` is the folder of `beginBuild`. */
  restore(request: SavedFolder & { readonly into: string }, parts: readonly SavedPart[]): Promise<void>;
  /** Deletes what is left in the folder of a build, finished or not. */
  endBuild(release: string): Promise<void>;
  /** Takes a dead release out, as `cleanUp` of the warehouse says. */
  takeOut(release: string): Promise<void>;
  /** Deletes unfinished builds of releases that are not in `building`, and returns their names. */
  discardLeftovers(building: ReadonlySet<string>): Promise<readonly string[]>;
}

/** A release that shares the tables of another (rule 15.40). */
export interface SharedRelease extends ShareRequest {
  readonly folder: string;
  /** The dictionary of the release that holds the data. */
  readonly source: Dictionary;
}

/** A release as one DuckDB file: the form in which every store gets it. */
export interface BuiltRelease {
  readonly file: string;
  readonly release: string;
  /** The folder of the build, for scratch files. */
  readonly folder: string;
  readonly signal: AbortSignal | undefined;
  /** To be called before each table of a long copy, so that callers see the import go on. */
  readonly onTable: () => void;
}

/** Builds a release file from a data package in the folder; throws PackageRefused, or the signal's reason. */
export type BuildRelease = (
  request: BuildRequest & { readonly folder: string },
) => Promise<{ file: string; report: ImportReport }>;

/** What packages may unpack to, and the memory of an import. */
export type ImportLimits = Pick<BuildRequest, 'unpackLimits' | 'megabytes' | 'verifiedBytes'>;

export interface WarehouseParts {
  readonly buildRelease: BuildRelease;
  /** Of imports that do not say them. */
  readonly limits?: ImportLimits;
  /** The folder of downloadable files; without it those of packages are not copied. */
  readonly storageRoot?: string | undefined;
  readonly storageAreas?: readonly StorageArea[] | undefined;
}

/** A warehouse of one store. One process at a time may build or remove in a store. */
export function createWarehouse(store: ReleaseStore, parts: WarehouseParts): Warehouse {
  const opened = rememberFound(new Map<string, Lookup>());
  const open = (release: string): Promise<Lookup> =>
    opened.find(release, () =>
      store.load(release).catch((error: unknown) => {
        throw error instanceof PortalError ? error : lostRelease(release, error);
      }),
    );
  const forget = async (release: string): Promise<void> => {
    if ((await opened.forget(release)) !== undefined) await store.unload(release);
  };
  const building = new Set<string>();
  const copies = copiedFiles(parts.storageRoot);
  const removals = deferRemovals(async (release) => {
    await store.remove(release);
    await copies.remove(release);
  });
  const semaphore = fairSemaphores.create({
    ...fairSemaphores.share,
    atOnce: store.questionsAtOnce,
    each: store.questionsOfOne,
  });
  return {
    dialect: store.dialect,
    questionsOfOne: store.questionsOfOne,
    open,
    run: async (query, options) => {
      // Questions of the portal itself count as those of one more asker.
      const asker = currentQuestion()?.account;
      // To bind long lists takes milliseconds of the main thread.
      await letOthersPass();
      // What the portal asks for itself waits, since nobody would ask again.
      const permit = await semaphore.take({ asker, signal: options?.signal, isPatient: asker === undefined });
      try {
        return await store.run(query, options);
      } finally {
        permit.end();
      }
    },
    stream: (query, options) => store.stream(query, options),
    exportFile: (request, options) => store.exportFile(request, options),
    build: async (request) => {
      const { release } = request;
      if (building.has(release)) throw new Error(`Release ${release} is being built already.`);
      building.add(release);
      try {
        const { storageRoot, storageAreas } = parts;
        const storage = { ...(storageRoot && { storageRoot }), ...(storageAreas && { storageAreas }) };
        const whole = { ...parts.limits, ...storage, ...request };
        return await buildAndPublish(whole, store, parts.buildRelease);
      } catch (error) {
        if (!(await store.list()).includes(release)) await copies.remove(release);
        throw refusalOfDisk(error);
      } finally {
        await store.endBuild(release);
        building.delete(release);
      }
    },
    share: async (request) => {
      const { release, of, dictionary } = request;
      if (building.has(release)) throw new Error(`Release ${release} is being built already.`);
      building.add(release);
      try {
        const { dictionary: source } = await open(of);
        requireTables(dictionary, source);
        const folder = await store.beginBuild({ release });
        await store.share({ ...request, folder, source });
      } catch (error) {
        throw refusalOfDisk(error);
      } finally {
        await store.endBuild(release);
        building.delete(release);
      }
    },
    remove: async (release) => {
      await forget(release);
      await removals.remove(release);
    },
    load: () => semaphore.load(),
    sizes: () => store.sizes(),
    list: async () => (await store.list()).filter((release) => !removals.awaits(release)),
    hold: removals.hold,
    save: (request) => store.save(request),
    restore: async (request, saved) => {
      const { release } = request;
      const into = await store.beginBuild({ release });
      try {
        await store.restore({ ...request, into }, saved);
      } finally {
        await store.endBuild(release);
      }
    },
    cleanUp: async (dead) => {
      const found = (await store.list()).filter((release) => dead.includes(release));
      for (const release of found) {
        await forget(release);
        await store.takeOut(release);
      }
      for (const release of dead) await copies.setAside(release);
      await copies.expire();
      return [...found, ...(await store.discardLeftovers(building))];
    },
    checkReady: () => store.checkReady(),
    close: async () => {
      semaphore.close();
      await store.close();
    },
  };
}

/** Removes releases, or remembers to while somebody holds them. */
function deferRemovals(remove: (release: string) => Promise<void>) {
  const waiting = new Set<string>();
  let holders = 0;
  return {
    awaits: (release: string): boolean => waiting.has(release),
    remove: async (release: string): Promise<void> => {
      if (holders > 0) waiting.add(release);
      else await remove(release);
    },
    hold: () => {
      holders += 1;
      let isOver = false;
      return async () => {
        if (isOver) return;
        isOver = true;
        holders -= 1;
        if (holders > 0) return;
        for (const release of waiting) {
          await remove(release);
          waiting.delete(release);
        }
      };
    },
  };
}

/** Throws where a dictionary needs a table that the data do not have. */
function requireTables(dictionary: Dictionary, source: Dictionary): void {
  const present = new Set(storedTables(source));
  const absent = storedTables(dictionary).filter((table) => !present.has(table));
  if (absent.length > 0) throw new Error(`The data of the release lack ${absent.join(', ')}.`);
}

async function buildAndPublish(
  request: BuildRequest,
  store: ReleaseStore,
  buildRelease: BuildRelease,
): Promise<ImportReport> {
  const began = performance.now();
  const { release, signal, onProgress } = request;
  let last: ImportProgress | undefined;
  const remember = (progress: ImportProgress): void => {
    last = progress;
    onProgress?.(progress);
  };
  const folder = await store.beginBuild(request);
  const { file, report } = await buildRelease({ ...request, folder, onProgress: remember });
  if (request.dryRun === true) return report;
  const onTable = (): void => {
    if (last !== undefined) onProgress?.(last);
  };
  await store.publish({ file, release, folder, signal, onTable });
  return { ...report, durationMs: Math.round(performance.now() - began) };
}
