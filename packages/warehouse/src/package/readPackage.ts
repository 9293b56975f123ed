import type { DataPackage } from '@atrium/contract';
import { checkPackage } from './checkPackage.ts';
import { describePackage } from './describedTable.ts';
import type { PackagePlan } from './packagePlan.ts';
import { PackageRefused } from './packageRefused.ts';
import type { PackageSource } from './packageSource.ts';
import { planPackage } from './plan/planPackage.ts';
import { readDescriptor } from './readDescriptor.ts';

/** Reads, checks and plans a package; throws PackageRefused with all faults of form and of meaning at once. */
export async function readPackage(
  source: PackageSource,
  datasetId: string | undefined,
): Promise<{ descriptor: DataPackage; plan: PackagePlan }> {
  const { descriptor, problems } = await readDescriptor(source);
  if (descriptor === null) throw new PackageRefused(problems);
  const described = describePackage(descriptor);
  const all = [...problems, ...(await checkPackage(described, source))];
  if (all.length > 0) throw new PackageRefused(all);
  return { descriptor, plan: planPackage(described, datasetId ?? descriptor.name) };
}
