import { checkEvents } from './check/checkEvents.ts';
import { checkFields } from './check/checkFields.ts';
import { checkFiles } from './check/checkFiles.ts';
import { checkKeys } from './check/checkKeys.ts';
import { checkNames } from './check/checkNames.ts';
import { checkRoot } from './check/checkRoot.ts';
import type { DescribedPackage } from './describedTable.ts';
import type { PackageSource } from './packageSource.ts';

/**
 * Everything that is wrong with a well-formed descriptor, and with the files it names; empty when it can be planned
 * (rule 10.1).
 */
export async function checkPackage(described: DescribedPackage, source: PackageSource): Promise<string[]> {
  return [
    ...checkNames(described),
    ...(await checkFiles(described, source)),
    ...checkFields(described),
    ...checkKeys(described),
    ...checkEvents(described),
    ...checkRoot(described),
  ];
}
