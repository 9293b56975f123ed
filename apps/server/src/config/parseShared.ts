import path from 'node:path';
import { ConfigError, type GivenSettings } from './settingsFile.ts';

interface SharedGiven {
  readonly databaseUrl: string | null;
  readonly warehouseUrl: string | null;
  readonly given: GivenSettings;
}

/**
 * The folder that several portals of one installation share; null where there is one portal.
 * @throws ConfigError where something else that they must share is on one machine
 */
export function parseSharedFolder({ databaseUrl, warehouseUrl, given }: SharedGiven): string | null {
  const folder = given('ATRIUM_SHARED_FOLDER');
  if (folder === undefined) return null;
  const missing = [
    databaseUrl === null ? 'DATABASE_URL: the embedded state database is on one machine' : [],
    warehouseUrl === null ? 'ATRIUM_WAREHOUSE_URL: files of releases are on one machine' : [],
  ].flat();
  if (missing.length > 0)
    throw new ConfigError(`ATRIUM_SHARED_FOLDER, for several portals, also needs ${missing.join('; and ')}.`);
  return path.resolve(folder);
}
