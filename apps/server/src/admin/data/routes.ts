import type { PortalApi } from '../../access/index.ts';
import type { AdminDeps } from '../frame/deps.ts';
import { registerDatasetRoom } from './datasetRoutes.ts';
import { registerDictionaryRoom } from './dictionaryRoutes.ts';
import { registerImportRoom } from './importRoutes.ts';
import { registerUploads } from './uploadRoutes.ts';

/** The rooms for data: datasets and releases, the dictionary, the log of imports, and files that staff send. */
export function registerDataRooms(api: PortalApi, deps: AdminDeps): void {
  registerDatasetRoom(api, deps);
  registerDictionaryRoom(api, deps);
  const uploads = registerUploads(api, deps);
  registerImportRoom(api, deps, uploads);
}
