import { accessSync, constants, statfsSync } from 'node:fs';
import { PortalError } from '@atrium/contract/errors/errorCode';

/** Throws PortalError `no_room` while the disk of the data directory is full or nearly full (rule 9.17). */
export type RequireRoom = () => void;

/** The bytes and files that a disk has left, and whether it may be written to. */
export interface DiskState {
  readonly isWritable: boolean;
  readonly bytes: number;
  /** Null where the disk does not count files. */
  readonly files: number | null;
}

const megabyte = 1024 * 1024;
/** The state database makes and replaces a few files now and then. */
const leastFiles = 64;

const nothingIsStored = ', so nothing can be changed or recorded until the operator has made room.';

/**
 * Looks at the disk each time; that takes microseconds, and another program may fill a disk in a moment.
 * @param consequence ends the sentence of the refusal
 */
export function requireRoomIn(
  folder: string,
  leastMegabytes: number,
  consequence = nothingIsStored,
): RequireRoom {
  return () => {
    const lack = lackOf(loadDiskState(folder), leastMegabytes);
    if (lack !== null) throw new PortalError('no_room', `${lack}${consequence}`);
  };
}

/** Why a disk cannot be written to, as the beginning of a sentence; null where it can. */
export function lackOf({ isWritable, bytes, files }: DiskState, leastMegabytes: number): string | null {
  if (!isWritable) return 'The disk of the portal takes no writes';
  if (bytes < leastMegabytes * megabyte)
    return `The disk of the portal has less than ${leastMegabytes} MB of room`;
  return files !== null && files < leastFiles ? 'The disk of the portal has no room for more files' : null;
}

export function loadDiskState(folder: string): DiskState {
  const { bavail, bsize, files, ffree } = statfsSync(folder);
  return { isWritable: takesWrites(folder), bytes: bavail * bsize, files: files === 0 ? null : ffree };
}

function takesWrites(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
