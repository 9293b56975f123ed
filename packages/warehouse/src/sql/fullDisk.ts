import { PortalError } from '@atrium/contract/errors/errorCode';

/** How DuckDB and Node name a disk that takes nothing. */
const fullDisk =
  /No space left on device|Disk quota exceeded|Read-only file system|Too many open files|^EROFS|^EDQUOT/i;

/** The refusal of work that needs a disk which takes nothing (rule 9.17); any other error as it is. */
export const refusalOfDisk = (error: unknown): unknown =>
  error instanceof Error && fullDisk.test(error.message)
    ? new PortalError(
        'no_room',
        'The disk of the portal is full or takes no writes, and this needs some of it. Please tell the operator.',
        { cause: error },
      )
    : error;
