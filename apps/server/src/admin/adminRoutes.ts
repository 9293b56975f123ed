import type { PortalApi } from '../access/index.ts';
import { registerAccountRoom } from './accounts/accountsRoutes.ts';
import { registerDatasetRoom } from './data/datasetRoutes.ts';
import { registerDictionaryRoom } from './data/dictionaryRoutes.ts';
import { registerImportRoom } from './data/importRoutes.ts';
import { registerUploads } from './data/uploadRoutes.ts';
import type { AdminDeps } from './frame/deps.ts';
import { registerGroupRoom } from './groups.ts';
import { registerHealthRoom } from './health/healthRoutes.ts';
import { registerNewsRoom } from './news.ts';
import { registerQuestionRoom } from './questions/questionsRoutes.ts';
import { registerReportRoom } from './reports.ts';
import { registerSupportRoom } from './support.ts';
import { registerUsageRoom } from './usage/usageRoutes.ts';

/** The staff rooms: calls below `/{app}/api/admin/`, for staff only (rule 15.1). A new room is one line here. */
export function registerAdmin(api: PortalApi, deps: AdminDeps): void {
  registerAccountRoom(api, deps);
  registerDataRooms(api, deps);
  registerGroupRoom(api, deps);
  registerReportRoom(api, deps);
  registerQuestionRoom(api, deps);
  registerUsageRoom(api, deps);
  registerHealthRoom(api, deps);
  registerNewsRoom(api, deps);
  registerSupportRoom(api, deps);
}

/** The rooms for data: datasets and releases, the dictionary, the log of imports, and files that staff send. */
function registerDataRooms(api: PortalApi, deps: AdminDeps): void {
  registerDatasetRoom(api, deps);
  registerDictionaryRoom(api, deps);
  const uploads = registerUploads(api, deps);
  registerImportRoom(api, deps, uploads);
}
