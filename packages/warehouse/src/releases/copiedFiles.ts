import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createRemovedFiles } from './removedFiles.ts';

/** Files that an import copied from its package lie below this folder of the storage, by release. */
export const copiedFolder = 'imported';

/** The copies of a release's files; without a storage there are none. */
export function copiedFiles(storageRoot: string | undefined) {
  const folder = (root: string, release: string): string => join(root, copiedFolder, release);
  const removed = storageRoot === undefined ? null : createRemovedFiles([join(storageRoot, '.removed')]);
  return {
    remove: async (release: string): Promise<void> => {
      if (storageRoot !== undefined) await rm(folder(storageRoot, release), { recursive: true, force: true });
    },
    /** Kept for a week, as the release is. */
    setAside: async (release: string): Promise<void> => {
      if (storageRoot !== undefined) await removed?.take(folder(storageRoot, release));
    },
    expire: async (): Promise<void> => removed?.expire(),
  };
}
