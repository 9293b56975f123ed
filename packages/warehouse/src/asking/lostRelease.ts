import { PortalError } from '@atrium/contract/errors/errorCode';

/** The refusal where the data of a release are gone or cannot be read: an import repairs that (rule 15.53). */
export const lostRelease = (release: string | null, cause: unknown): PortalError =>
  new PortalError(
    'not_ready',
    `The data of this dataset cannot be opened${release === null ? '' : ` (${release})`}. Please tell the operator: an import of its package repairs it.`,
    { cause },
  );
