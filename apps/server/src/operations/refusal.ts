import { PortalError } from '@atrium/contract';
import { PackageRefused } from '@atrium/warehouse';

/** The reasons for a refusal, one a line; null for a fault, which is nobody's wish. */
export function reasonsOf(error: unknown): readonly string[] | null {
  if (error instanceof PackageRefused)
    return ['The data package was refused:', ...error.problems.map((problem) => `- ${problem}`)];
  if (error instanceof PortalError && error.code !== 'fault') return [error.message];
  return null;
}
