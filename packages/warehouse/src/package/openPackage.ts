import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { DataPackage } from '@atrium/contract/documents/dataPackage';
import { checkCatalogue } from './check/checkCatalogue.ts';
import { checkEvents } from './check/checkEvents.ts';
import { checkFields } from './check/checkFields.ts';
import { checkFiles } from './check/checkFiles.ts';
import { checkKeys } from './check/checkKeys.ts';
import { checkLeftOut } from './check/checkLeftOut.ts';
import { checkNames } from './check/checkNames.ts';
import { checkRoot } from './check/checkRoot.ts';
import { checkSums } from './check/checkSums.ts';
import type { DescribedPackage } from './describedTable.ts';
import { describePackage } from './describePackage.ts';
import { openFolder } from './folderSource.ts';
import { PackageRefused, UnreadableFile } from './packageErrors.ts';
import type { PackagePlan } from './packagePlan.ts';
import type { PackageSource } from './packageSource.ts';
import { parseDescriptor } from './parseDescriptor.ts';
import { planPackage } from './plan/planPackage.ts';
import { checkPolarities } from './polarity.ts';
import { createUnpackBudget, defaultUnpackLimits, type UnpackLimits } from './unpackBudget.ts';
import { openZip } from './zipSource.ts';

/** Opens a folder, a zip, or a folder by its descriptor, whatever its name; throws PackageRefused for any other path. */
export async function openPackage(
  path: string,
  limits: UnpackLimits = defaultUnpackLimits,
): Promise<PackageSource> {
  const stats = await stat(path).catch(() => null);
  if (stats === null) throw new PackageRefused([`${path}: there is no such file or folder`]);
  const budget = createUnpackBudget(limits);
  if (stats.isDirectory()) return openFolder(path, budget);
  if (path.toLowerCase().endsWith('.json')) return openFolder(dirname(path), budget, basename(path));
  try {
    return await openZip(path, budget);
  } catch (error) {
    if (error instanceof UnreadableFile) throw new PackageRefused([error.message], { cause: error });
    throw new PackageRefused([`${path}: neither a folder nor a readable zip`], { cause: error });
  }
}

/**
 * Parses, checks and plans a package; throws PackageRefused with all faults of form and of meaning at once. Files are
 * compared with their declared sizes and hashes when nothing else is wrong, since that may take long.
 */
export async function parsePackage(
  source: PackageSource,
  datasetId: string | undefined,
  signal?: AbortSignal,
): Promise<{ descriptor: DataPackage; plan: PackagePlan; written: unknown }> {
  const { descriptor, written, addressed, rootDerivedFrom, problems } = await parseDescriptor(
    source,
    datasetId,
  );
  if (descriptor === null) throw new PackageRefused(problems);
  const described = describePackage(descriptor, addressed);
  const all = [...problems, ...(await checkPackage(described, source))];
  if (all.length > 0) throw new PackageRefused(all);
  const differences = await checkSums(described, source, signal).catch((error: unknown) => {
    throw error instanceof UnreadableFile ? new PackageRefused([error.message], { cause: error }) : error;
  });
  if (differences.length > 0) throw new PackageRefused(differences);
  const plan = {
    ...planPackage(described, datasetId ?? descriptor.name, new Date().getFullYear()),
    rootDerivedFrom,
  };
  return { descriptor, plan, written };
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
    ...checkPolarities(described),
    ...checkLeftOut(described),
    ...checkRoot(described),
    ...checkCatalogue(described),
  ];
}
