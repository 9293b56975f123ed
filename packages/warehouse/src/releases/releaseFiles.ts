import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createRemovedFiles } from './removedFiles.ts';

const namePattern = /^[A-Za-z][A-Za-z0-9_]*$/;
const suffix = '.duckdb';
const buildPrefix = '.build-';

/**
 * The folder in which each release is one file, `{release}.duckdb`. The names of unfinished builds and of the scratch
 * space of the database start with a dot, so that neither is mistaken for a whole release.
 */
export interface ReleaseFiles {
  readonly spillFolder: string;
  file(release: string): string;
  /** Tells the file of a release from every other one, also of one that had its name. */
  identify(release: string): Promise<string>;
  /** Makes the folders and empties the scratch space, where an earlier process may have left files. */
  prepare(): Promise<void>;
  /** A fresh, private folder for building a release that does not exist yet. */
  makeBuildFolder(release: string): Promise<string>;
  removeBuildFolder(release: string): Promise<void>;
  /** Makes a finished file the release: synced, then renamed. */
  publish(builtFile: string, release: string): Promise<void>;
  remove(release: string): Promise<void>;
  /** Takes a release out of the folder and keeps its file for a week. */
  setAside(release: string): Promise<void>;
  /** The releases in the folder that are whole. */
  list(): Promise<readonly string[]>;
  /** The bytes of each release. */
  sizes(): Promise<ReadonlyMap<string, number>>;
  /**
   * Deletes unfinished builds of releases that are not in `building`, and files that were set aside more than a week
   * ago; returns the names of the builds.
   */
  discardLeftovers(building: ReadonlySet<string>): Promise<readonly string[]>;
}

export interface ReleaseFolder {
  readonly folder: string;
  /** Where files are set aside. Default, and where it is on another file system: `.removed` in the folder. */
  readonly removedFolder?: string;
}

/** The files of a folder; `prepare` makes it. */
export function createReleaseFiles({ folder, removedFolder }: ReleaseFolder): ReleaseFiles {
  const file = (release: string): string => join(folder, `${releaseName(release)}${suffix}`);
  const buildName = (release: string): string => `${buildPrefix}${releaseName(release)}`;
  const discard = (name: string): Promise<void> => rm(join(folder, name), { recursive: true, force: true });
  const spill = '.spill';
  const beside = join(folder, '.removed');
  const removed = createRemovedFiles(removedFolder === undefined ? [beside] : [removedFolder, beside]);
  return {
    spillFolder: join(folder, spill),
    file,
    identify: async (release) => {
      const { size, mtimeMs } = await stat(file(release));
      return `${size} bytes of ${mtimeMs}`;
    },
    prepare: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await discard(spill);
      await mkdir(join(folder, spill), { mode: 0o700 });
    },
    makeBuildFolder: async (release) => {
      const existing = await stat(file(release)).catch(() => null);
      if (existing !== null) throw new Error(`Release ${release} exists already, and releases never change.`);
      await discard(buildName(release));
      const path = join(folder, buildName(release));
      await mkdir(path, { mode: 0o700 });
      return path;
    },
    removeBuildFolder: (release) => discard(buildName(release)),
    publish: async (builtFile, release) => {
      await sync(builtFile);
      await rename(builtFile, file(release));
      await sync(folder);
    },
    remove: async (release) => {
      await rm(file(release), { force: true });
      await rm(`${file(release)}.wal`, { force: true });
    },
    setAside: async (release) => {
      await removed.take(file(release));
      await removed.take(`${file(release)}.wal`);
    },
    list: async () => (await readdir(folder)).flatMap(releaseOfFile).sort(),
    sizes: async () => {
      const releases = (await readdir(folder)).flatMap(releaseOfFile);
      // One may be removed meanwhile.
      const sizeOf = (release: string) => stat(file(release)).catch(() => ({ size: 0 }));
      return new Map(
        await Promise.all(releases.map(async (release) => [release, (await sizeOf(release)).size] as const)),
      );
    },
    discardLeftovers: async (building) => {
      const inUse = new Set([...building].map(buildName));
      const names = await readdir(folder);
      const unfinished = names.filter((name) => name.startsWith(buildPrefix) && !inUse.has(name)).sort();
      for (const name of unfinished) await discard(name);
      await removed.expire();
      return unfinished;
    },
  };
}

const releaseOfFile = (name: string): readonly string[] => {
  const release = name.slice(0, -suffix.length);
  return name.endsWith(suffix) && namePattern.test(release) ? [release] : [];
};

function releaseName(release: string): string {
  if (!namePattern.test(release)) throw new Error(`${release} is no name for a release.`);
  return release;
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
