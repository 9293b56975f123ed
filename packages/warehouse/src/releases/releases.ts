import type { Dictionary, Lookup } from '@atrium/engine';
import type { ReleaseIndexes } from '../indexes/releaseIndexes.ts';
import type { UnpackLimits } from '../package/unpackBudget.ts';
import { refusalOfDisk } from '../sql/fullDisk.ts';
import { copiedFiles } from './copiedFiles.ts';
import { storedTables } from './dictionaryDocument.ts';
import type { ImportProgress, ImportReport } from './importReport.ts';
import type { SavedFolder, SavedPart } from './savedParts.ts';
import type { StorageArea } from './storageAreas.ts';

export interface BuildRequest {
  /** A folder, a zip, or the `datapackage.json` within a folder. */
  readonly packagePath: string;
  /** The name of the new release: letters, digits and `_`. */
  readonly release: string;
  /** Default: the package's name. */
  readonly datasetId?: string;
  /** Called with the dataset's id before any row is loaded; what it throws ends the build. */
  readonly checkDatasetId?: (datasetId: string) => void;
  /** Called with the descriptor as the package spells it, when it has passed its checks. */
  readonly onDescriptor?: (descriptor: unknown) => void;
  /** Read, check and load everything, then delete the result. */
  readonly dryRun?: boolean;
  /** Default: 64 GiB in all, and 200 times its packed size for a file. */
  readonly unpackLimits?: UnpackLimits;
  /** Memory of the import; what does not fit is spilled. Default: an eighth of the machine, at least 512. */
  readonly megabytes?: number;
  /** The folder below which downloadable files lie, and to which those of the package are copied. */
  readonly storageRoot?: string;
  /** What of it belongs to which dataset, beside the folders that have a dataset's id as their name. */
  readonly storageAreas?: readonly StorageArea[];
  /** So many bytes of downloadable files are read at most to compare checksums. Default: 64 GB. */
  readonly verifiedBytes?: number;
  readonly onProgress?: (progress: ImportProgress) => void;
  readonly signal?: AbortSignal;
}

/** A release of the data of another, with a dictionary of its own (rule 15.40). */
export interface ShareRequest {
  /** The name of the new release: letters, digits and `_`. */
  readonly release: string;
  /** The release that holds the data; it must stay as long as the new one does. */
  readonly of: string;
  readonly dictionary: Dictionary;
}

/** Holds the releases of research data: builds, keeps, copies and removes them. */
export interface Releases {
  /** Builds a release beside the others; throws PackageRefused, and then nothing has changed. */
  build(request: BuildRequest): Promise<ImportReport>;
  /** Makes a release that reads the tables of another one and has a dictionary of its own; no row is copied. */
  share(request: ShareRequest): Promise<void>;
  /** Deletes a release; no error when there is none. */
  remove(release: string): Promise<void>;
  /** The names of all releases here that are whole. */
  list(): Promise<readonly string[]>;
  /** The bytes that each release takes of the disk. */
  sizes(): Promise<ReadonlyMap<string, number>>;
  /**
   * Takes out these releases, deletes unfinished builds, and returns the names of both. Other releases stay, since only
   * the caller knows which are needed. They are kept aside for a week. Builds of other processes stay: `others` is called
   * after the builds were listed, and returns those that go on. Default: there are no other processes.
   */
  cleanUp(dead: readonly string[], others?: BuildsOfOthers): Promise<readonly string[]>;
  /** Lets go of what this process keeps of releases that other processes have removed. */
  forgetRemoved(): Promise<void>;
  /**
   * Until the returned function is called, releases that are removed are gone for everybody but `save`, also where another
   * process on the same server removes them. Then their data go, too; where this process ends before, with the next
   * clean-up.
   */
  hold(): Promise<() => Promise<void>>;
  /** Writes a release into a folder, in the form of this database; returns the files. `restore` of any warehouse reads them. */
  save(request: SavedFolder): Promise<readonly SavedPart[]>;
  /** Makes a release of what `save` wrote, whole or not at all; throws where a file or a table is not as it was saved. */
  restore(request: SavedFolder, parts: readonly SavedPart[]): Promise<void>;
}

/** The names of the releases that other processes are building in the same store. */
export type BuildsOfOthers = () => Promise<ReadonlySet<string>>;

/** What a database must do to hold releases. */
export interface ReleaseStore extends Pick<Releases, 'remove' | 'list' | 'sizes' | 'save'> {
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
  /** As that of the releases, among processes; absent where one process alone has the store. */
  hold?(): Promise<() => Promise<void>>;
  /** Takes a dead release out, as `cleanUp` says. */
  takeOut(release: string): Promise<void>;
  /** Deletes unfinished builds of releases that neither this process nor others build, and returns their names. */
  discardLeftovers(building: ReadonlySet<string>, others: BuildsOfOthers): Promise<readonly string[]>;
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

/** How releases are built. */
export interface BuildParts {
  readonly buildRelease: BuildRelease;
  /** Of imports that do not say them. */
  readonly limits?: ImportLimits;
  /** The folder of downloadable files; without it those of packages are not copied. */
  readonly storageRoot?: string | undefined;
  readonly storageAreas?: readonly StorageArea[] | undefined;
}

interface ReleaseParts extends BuildParts {
  readonly open: (release: string) => Promise<Lookup>;
  readonly indexes: Pick<ReleaseIndexes, 'build' | 'cleanUp'>;
  /** Called before the data of a release go. */
  readonly forget: (release: string) => Promise<void>;
}

/** The releases of one store. */
export function createReleases(
  store: ReleaseStore,
  { open, indexes, forget, ...parts }: ReleaseParts,
): Releases {
  const building = new Set<string>();
  const copies = copiedFiles(parts.storageRoot);
  const removals = deferRemovals(async (release) => {
    await store.remove(release);
    await copies.remove(release);
  });
  const buildAlone = async <Result>(release: string, work: () => Promise<Result>): Promise<Result> => {
    if (building.has(release)) throw new Error(`Release ${release} is being built already.`);
    building.add(release);
    try {
      return await work();
    } catch (error) {
      throw refusalOfDisk(error);
    } finally {
      await store.endBuild(release);
      building.delete(release);
    }
  };
  return {
    build: (request) =>
      buildAlone(request.release, async () => {
        const { storageRoot, storageAreas } = parts;
        const storage = { ...(storageRoot && { storageRoot }), ...(storageAreas && { storageAreas }) };
        try {
          const whole = { ...parts.limits, ...storage, ...request };
          const report = await buildAndPublish(whole, store, parts.buildRelease);
          if (request.dryRun !== true) indexes.build(request.release);
          return report;
        } catch (error) {
          if (!(await store.list()).includes(request.release)) await copies.remove(request.release);
          throw error;
        }
      }),
    share: (request) =>
      buildAlone(request.release, async () => {
        const { dictionary: source } = await open(request.of);
        requireTables(request.dictionary, source);
        const folder = await store.beginBuild({ release: request.release });
        await store.share({ ...request, folder, source });
      }),
    remove: async (release) => {
      await forget(release);
      await removals.remove(release);
    },
    sizes: () => store.sizes(),
    list: async () => (await store.list()).filter((release) => !removals.awaits(release)),
    hold: async () => {
      const endForOthers = await store.hold?.();
      const end = removals.hold();
      return async () => {
        await endForOthers?.();
        await end();
      };
    },
    forgetRemoved: async () => {
      for (const release of await indexes.cleanUp(() => store.list())) await forget(release);
    },
    save: (request) => store.save(request),
    restore: (request, saved) =>
      buildAlone(request.release, async () => {
        const into = await store.beginBuild({ release: request.release });
        await store.restore({ ...request, into }, saved);
        indexes.build(request.release);
      }),
    cleanUp: async (dead, others = noOthers) => {
      const found = (await store.list()).filter((release) => dead.includes(release));
      for (const release of found) {
        await forget(release);
        await store.takeOut(release);
      }
      for (const release of dead) await copies.setAside(release);
      await copies.expire();
      await indexes.cleanUp(() => store.list());
      return [...found, ...(await store.discardLeftovers(building, others))];
    },
  };
}

const noOthers: BuildsOfOthers = async () => new Set();

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
