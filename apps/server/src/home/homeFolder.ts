import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { PortalError } from '@atrium/contract';

/** The parts of a home directory. */
export interface HomeFolders {
  readonly home: string;
  readonly warehouse: string;
  /** Packages on their way in; empty at rest. */
  readonly packages: string;
  /** Releases that nobody needs any more, kept for a week; made when there is one. */
  readonly removed: string;
}

export const homeFolders = (home: string): HomeFolders => ({
  home,
  warehouse: path.join(home, 'warehouse'),
  packages: path.join(home, 'import'),
  removed: path.join(home, 'removed'),
});

/** Makes the home directory open to its owner only, and everything that this process will write in it. */
export async function prepareHome(home: string): Promise<HomeFolders> {
  process.umask(0o077);
  const folders = homeFolders(home);
  try {
    for (const folder of [folders.home, folders.warehouse, folders.packages]) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await chmod(folder, 0o700);
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PortalError('not_ready', `The home ${home} cannot be used: ${reason}`, { cause });
  }
  return folders;
}

/** Removes what a killed import left; the caller holds the lock. */
export async function clearPackages({ packages }: HomeFolders): Promise<void> {
  for (const name of await readdir(packages))
    await rm(path.join(packages, name), { recursive: true, force: true });
}
