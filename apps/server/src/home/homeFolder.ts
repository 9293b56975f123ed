import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { requireAccess, requireOwner } from './ownHome.ts';

/** The parts of a data directory. */
export interface HomeFolders {
  readonly home: string;
  readonly warehouse: string;
  /** Packages that are being imported; else empty. */
  readonly packages: string;
  /** Files that staff send; made with the first of them. */
  readonly uploads: string;
  /** Exports that are made and sent; made with the first of them. */
  readonly spool: string;
  /** Releases that were cleaned up, kept for a week; made with the first of them. */
  readonly removed: string;
}

export const homeFolders = (home: string): HomeFolders => ({
  home,
  warehouse: path.join(home, 'warehouse'),
  packages: path.join(home, 'import'),
  uploads: path.join(home, 'uploads'),
  spool: path.join(home, 'spool'),
  removed: path.join(home, 'removed'),
});

/** A file that is in a data directory as long as it is being restored. */
export const restoreMark = (home: string): string => path.join(home, '.restore-unfinished');

/**
 * Makes the data directory, open to its owner only, as is everything that this process will write.
 * @throws PortalError 'not_ready' where it cannot be used, 'conflict' where it is of another user or a restore into it has
 * not ended
 */
export async function prepareHome(home: string): Promise<HomeFolders> {
  await requireOwner(home);
  process.umask(0o077);
  if (existsSync(restoreMark(home)))
    throw new PortalError(
      'conflict',
      `A restore into the data directory ${home} is under way, or did not end. If none runs, empty the directory and restore again.`,
    );
  await requireAccess(home);
  const folders = homeFolders(home);
  try {
    for (const folder of [folders.home, folders.warehouse, folders.packages]) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await chmod(folder, 0o700);
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PortalError('not_ready', `The data directory ${home} cannot be used: ${reason}`, { cause });
  }
  return folders;
}

/** Removes packages and exports that a killed process left. The caller holds the lock. */
export async function clearLeftFiles({ packages, spool }: HomeFolders): Promise<void> {
  await rm(spool, { recursive: true, force: true });
  for (const name of await readdir(packages))
    await rm(path.join(packages, name), { recursive: true, force: true });
}
