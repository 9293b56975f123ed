import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { PrivateFiles } from './privateFiles.ts';
import { syncFolder, syncTree } from './syncTree.ts';

const folderName = 'state';
const unfinished = 'state.new-';

/** Whether the embedded database was ever made under this home. */
export const hasEmbedded = (home: string): boolean => existsSync(join(home, folderName));

/** Writes the embedded database of a home through to the disk; PGlite itself does not wait for it. */
export const syncEmbedded = (home: string): Promise<void> => syncTree(join(home, folderName));

/**
 * Opens the embedded PostgreSQL under the home, making it first where there is none. A PGlite killed while it
 * initialises leaves a folder that never opens again, so it is made under another name and renamed when complete.
 * The caller must hold the lock of the home: PGlite takes none.
 */
export async function openEmbedded(home: string, onCreate: () => void): Promise<PGlite> {
  await removeUnfinished(home);
  const folder = join(home, folderName);
  if (!hasEmbedded(home)) {
    onCreate();
    await createFolder(home, folder);
  }
  return openFolder(folder);
}

const openFolder = (folder: string): Promise<PGlite> => PGlite.create({ fs: new PrivateFiles(folder) });

async function createFolder(home: string, folder: string): Promise<void> {
  const beside = join(home, `${unfinished}${randomBytes(6).toString('hex')}`);
  const made = await openFolder(beside);
  await made.close();
  await syncTree(beside);
  await rename(beside, folder);
  await syncFolder(home);
}

async function removeUnfinished(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (name.startsWith(unfinished)) await rm(join(home, name), { recursive: true, force: true });
  }
}
