import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { DataPackage } from '@atrium/contract';
import { checkEvents } from './check/checkEvents.ts';
import { checkFields } from './check/checkFields.ts';
import { checkFiles } from './check/checkFiles.ts';
import { checkKeys } from './check/checkKeys.ts';
import { checkNames } from './check/checkNames.ts';
import { checkRoot } from './check/checkRoot.ts';
import { type DescribedPackage, describePackage } from './describedTable.ts';
import { openFolder } from './folderSource.ts';
import { PackageRefused, UnreadableFile } from './packageErrors.ts';
import type { PackagePlan } from './packagePlan.ts';
import { descriptorPath, type PackageSource } from './packageSource.ts';
import { parseDescriptor } from './parseDescriptor.ts';
import { planPackage } from './plan/planPackage.ts';
import { createUnpackBudget, defaultUnpackLimits, type UnpackLimits } from './unpackBudget.ts';
import { openZip } from './zipSource.ts';

/** Opens a folder, a zip, or a folder by its descriptor; throws PackageRefused for any other path. */
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

/** Parses, checks and plans a package; throws PackageRefused with all faults of form and of meaning at once. */
export async function parsePackage(
  source: PackageSource,
  datasetId: string | undefined,
): Promise<{ descriptor: DataPackage; plan: PackagePlan }> {
  const { descriptor, isRootDerived, problems } = await parseDescriptor(source);
  if (descriptor === null) throw new PackageRefused(problems);
  const described = describePackage(descriptor);
  const all = [...problems, ...(await checkPackage(described, source))];
  if (all.length > 0) throw new PackageRefused(all);
  return { descriptor, plan: { ...planPackage(described, datasetId ?? descriptor.name), isRootDerived } };
}

/**
 * Everything that is wrong with a well-formed descriptor, and with the files it names; empty when it can be planned
 * (rule 10.1).
 */
async function checkPackage(described: DescribedPackage, source: PackageSource): Promise<string[]> {
  return [
    ...checkNames(described),
    ...(await checkFiles(described, source)),
    ...checkFields(described),
    ...checkKeys(described),
    ...checkEvents(described),
    ...checkRoot(described),
  ];
}
