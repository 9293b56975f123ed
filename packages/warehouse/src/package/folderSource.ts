import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { type PackageSource, plainPath } from './packageSource.ts';
import type { UnpackBudget } from './unpackBudget.ts';

/** Opens a package in a folder. Links are followed only to files that are in the folder, too. */
export async function openFolder(folder: string, budget: UnpackBudget): Promise<PackageSource> {
  const root = await realpath(folder);
  const find = async (path: string): Promise<string | null> => {
    const target = await realpath(join(root, plainPath(path))).catch(() => null);
    return target?.startsWith(root + sep) === true ? target : null;
  };
  const existing = async (path: string): Promise<string> => {
    const target = await find(path);
    if (target === null) throw new Error(`The package has no file ${path}.`);
    return target;
  };
  return {
    budget,
    sizeOf: async (path) => {
      const target = await find(path);
      const stats = target === null ? null : await stat(target);
      return stats?.isFile() === true ? stats.size : null;
    },
    open: async (path) => createReadStream(await existing(path)),
    localFile: (path) => existing(path),
    close: async () => {},
  };
}
