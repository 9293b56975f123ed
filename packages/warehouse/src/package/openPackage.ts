import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { UnreadableFile } from '../rows/rowSource.ts';
import { openFolder } from './folderSource.ts';
import { PackageRefused } from './packageRefused.ts';
import { descriptorPath, type PackageSource } from './packageSource.ts';
import { createUnpackBudget, defaultUnpackLimits, type UnpackLimits } from './unpackBudget.ts';
import { openZip } from './zipSource.ts';

/** Opens a folder, a zip, or a folder by its descriptor; refuses what is none of these. */
export async function openPackage(
  path: string,
  limits: UnpackLimits = defaultUnpackLimits,
): Promise<PackageSource> {
  const stats = await stat(path).catch(() => null);
  if (stats === null) throw new PackageRefused([`${path}: there is no such file or folder`]);
  const budget = createUnpackBudget(limits);
  if (stats.isDirectory()) return openFolder(path, budget);
  if (basename(path) === descriptorPath) return openFolder(dirname(path), budget);
  try {
    return await openZip(path, budget);
  } catch (error) {
    if (error instanceof UnreadableFile) throw new PackageRefused([error.message], { cause: error });
    throw new PackageRefused([`${path}: neither a folder nor a readable zip`], { cause: error });
  }
}
