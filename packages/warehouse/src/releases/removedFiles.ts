import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

const keptForMs = 7 * 24 * 3_600_000;

/** Keeps files that were taken out of a warehouse for a week, each in a folder of its own. */
export interface RemovedFiles {
  /** Moves a file here; no error when there is none. */
  take(file: string): Promise<void>;
  /** Deletes files that were moved here more than a week ago. */
  expire(): Promise<void>;
}

/** `folders` are tried in their order: a file cannot be renamed into another file system. */
export function createRemovedFiles(folders: readonly string[]): RemovedFiles {
  return {
    take: async (file) => {
      if (!(await exists(file))) return;
      for (const folder of folders) if (await moveInto(folder, file)) return;
      throw new Error(`${file} cannot be moved to ${folders.join(' or ')}.`);
    },
    expire: async () => {
      for (const folder of folders) await expireIn(folder);
    },
  };
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    },
  );

/** False where the folder is on another file system. The file's new folder carries the time of the move. */
async function moveInto(folder: string, file: string): Promise<boolean> {
  const name = basename(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const own = await mkdtemp(join(folder, `${name}-`));
  try {
    await rename(file, join(own, name));
    return true;
  } catch (error) {
    await rm(own, { recursive: true });
    if (codeOf(error) !== 'EXDEV') throw error;
    return false;
  }
}

async function expireIn(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    const path = join(folder, name);
    // Another process may delete it, too.
    const found = await stat(path).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > keptForMs)
      await rm(path, { recursive: true, force: true });
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
