import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const namePattern = /^[A-Za-z][A-Za-z0-9_]*$/;
const suffix = '.duckdb';
const buildPrefix = '.build-';

/**
 * The folder in which each release is one file, `{release}.duckdb`. What is being built, and the scratch space of
 * the database, lies beside under names that start with a dot, so that it can be told from a whole release.
 */
export interface ReleaseFiles {
  readonly spillFolder: string;
  file(release: string): string;
  /** Makes the folders, without what an earlier process left in the scratch space. */
  prepare(): Promise<void>;
  /** A fresh, private folder for building a release that does not exist yet. */
  makeBuildFolder(release: string): Promise<string>;
  removeBuildFolder(release: string): Promise<void>;
  /** Makes a finished file the release: synced, then renamed. */
  publish(builtFile: string, release: string): Promise<void>;
  remove(release: string): Promise<void>;
  /** Names of files and folders that belong to no kept release. */
  leftovers(keep: readonly string[]): Promise<readonly string[]>;
  discard(leftover: string): Promise<void>;
}

/** `busy` lists what the running process uses, which is never a leftover. */
export function createReleaseFiles(folder: string, busy: ReadonlySet<string>): ReleaseFiles {
  const file = (release: string): string => join(folder, `${releaseName(release)}${suffix}`);
  const buildName = (release: string): string => `${buildPrefix}${releaseName(release)}`;
  const discard = (name: string): Promise<void> => rm(join(folder, name), { recursive: true, force: true });
  const spill = '.spill';
  return {
    spillFolder: join(folder, spill),
    file,
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
      await mkdir(path, { recursive: true, mode: 0o700 });
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
    leftovers: async (keep) => {
      const kept = new Set([spill, ...keep.map((release) => `${releaseName(release)}${suffix}`)]);
      const inUse = new Set([...busy].map(buildName));
      return (await readdir(folder)).filter((name) => !kept.has(name) && !inUse.has(name)).sort();
    },
    discard,
  };
}

/** The release that a leftover file holds, when it is a whole one. */
export const releaseOfFile = (name: string): string | null =>
  name.endsWith(suffix) && !name.startsWith('.') ? name.slice(0, -suffix.length) : null;

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
