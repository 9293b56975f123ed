import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { openFolder } from './folderSource.ts';
import { PackageRefused } from './packageRefused.ts';
import { descriptorPath, type PackageSource } from './packageSource.ts';
import { openZip } from './zipSource.ts';

/** Opens a folder, a zip, or a folder by its descriptor; refuses what is none of these. */
export async function openPackage(path: string): Promise<PackageSource> {
  const stats = await stat(path).catch(() => null);
  if (stats === null) throw new PackageRefused([`${path}: there is no such file or folder`]);
  if (stats.isDirectory()) return openFolder(path);
  if (basename(path) === descriptorPath) return openFolder(dirname(path));
  try {
    return await openZip(path);
  } catch (error) {
    throw new PackageRefused([`${path}: neither a folder nor a readable zip`], { cause: error });
  }
}
