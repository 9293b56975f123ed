import path from 'node:path';
import { ConfigError } from './settingsFile.ts';

/** What staff may load from the staff rooms. */
export interface DataRoomLimits {
  /** The largest file that staff may send, in bytes; 0: none. */
  readonly largestUpload: number;
  /** Folders below which staff may import packages; none unless they are named. */
  readonly packageFolders: readonly string[];
}

const gibibyte = 1024 ** 3;
const usualGibibytes = '8';

/** The settings of ATRIUM_UPLOAD_GIBIBYTES and ATRIUM_PACKAGE_FOLDERS. */
export function parseDataRooms(given: (name: string) => string | undefined): DataRoomLimits {
  const size = given('ATRIUM_UPLOAD_GIBIBYTES') ?? usualGibibytes;
  if (!/^\d{1,4}$/.test(size))
    throw new ConfigError('ATRIUM_UPLOAD_GIBIBYTES must be a whole number; 0 takes no files.');
  const folders = given('ATRIUM_PACKAGE_FOLDERS')?.split(path.delimiter) ?? [];
  const relative = folders.find((folder) => !path.isAbsolute(folder));
  if (relative !== undefined)
    throw new ConfigError(`ATRIUM_PACKAGE_FOLDERS must be absolute paths, separated by "${path.delimiter}".`);
  return { largestUpload: Number(size) * gibibyte, packageFolders: folders };
}
