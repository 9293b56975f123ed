import type { Dirent } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Waits until everything below a folder is on the disk: files first, then the folders that name them. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  const inFolder = (isWanted: (entry: Dirent) => boolean): readonly string[] =>
    entries.filter(isWanted).map(({ name }) => join(folder, name));
  for (const below of inFolder((entry) => entry.isDirectory())) await syncTree(below);
  // All at once, because a file system writes what waits together in one step.
  await Promise.all(inFolder((entry) => entry.isFile()).map(syncPath));
  await syncFolder(folder);
}

/** Waits until the names in a folder are on the disk; does nothing on a platform that cannot sync a folder. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await syncPath(folder);
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
