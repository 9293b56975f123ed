import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { UnreadableFile } from './packageErrors.ts';
import { descriptorPath, type PackageSource, plainPath } from './packageSource.ts';
import type { UnpackBudget } from './unpackBudget.ts';
import { createUnpacker } from './unpackedFile.ts';
import { bytesOf, requireUnchanged, type SeenFile } from './wholeFile.ts';

/**
 * Opens a package in a folder. Links are followed only to files that are in the folder, too. A descriptor of another
 * name takes the place of `datapackage.json`.
 */
export async function openFolder(
  folder: string,
  budget: UnpackBudget,
  descriptor: string = descriptorPath,
): Promise<PackageSource> {
  const root = await realpath(folder);
  const seen = new Map<string, SeenFile>();
  const unpack = createUnpacker();
  const find = async (path: string): Promise<SeenFile | null> => {
    const plain = plainPath(path);
    const file = plain === descriptorPath ? descriptor : plain;
    const known = seen.get(file);
    if (known !== undefined) return known;
    const localPath = await realpath(join(root, file)).catch(() => null);
    if (localPath?.startsWith(root + sep) !== true) return null;
    const state = await stat(localPath, { bigint: true });
    if (!state.isFile()) return null;
    const found = seen.get(file) ?? { file, localPath, state };
    seen.set(file, found);
    return found;
  };
  const existing = async (path: string): Promise<SeenFile> => {
    const found = await find(path);
    if (found === null) throw new UnreadableFile(path, 'is no file of the package');
    return found;
  };
  const open = async (path: string): Promise<Readable> =>
    Readable.from(bytesOf(await existing(path)), { objectMode: false });
  return {
    budget,
    sizeOf: async (path) => {
      const found = await find(path);
      return found === null ? null : Number(found.state.size);
    },
    open,
    verified: async ({ path, isCompressed }, scratch) => {
      const found = await existing(path);
      await requireUnchanged(found);
      if (!isCompressed) return { localPath: found.localPath, bytes: Number(found.state.size) };
      return await unpack({ file: found.file, isCompressed, budget }, scratch, () => open(path));
    },
    close: async () => {},
  };
}
