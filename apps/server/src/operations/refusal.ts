import { PortalError } from '@atrium/contract';
import { PackageRefused } from '@atrium/warehouse';

/** A refusal by a running portal, as it said it. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly reasons: readonly string[];

  constructor(reasons: readonly string[]) {
    super(reasons.join('\n'));
    this.reasons = reasons;
  }
}

/** The reasons for a refusal, one a line; null for a fault, which is nobody's wish. */
export function reasonsOf(error: unknown): readonly string[] | null {
  if (error instanceof Refused) return error.reasons;
  if (error instanceof PackageRefused)
    return ['The data package was refused:', ...error.problems.map((problem) => `- ${problem}`)];
  if (error instanceof PortalError && error.code !== 'fault') return [error.message];
  return null;
}
