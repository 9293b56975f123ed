import { filesEndpoints } from '@atrium/contract/endpoints/files';
import { paginate } from '@atrium/contract/wire/paginator';
import type { PortalApi } from '../access/index.ts';
import { route } from '../http/index.ts';
import { queryFileFigures } from './figures.ts';
import type { FileDeps } from './filesOfMember.ts';
import { clearQueue, listDownloads, removeFiles } from './filesStore.ts';
import { listFiles, pageOf } from './listFiles.ts';
import { listTypes } from './listTypes.ts';
import {
  addFiles,
  addType,
  chooseParents,
  listQueue,
  queueAgain,
  removeType,
  summarizeQueue,
} from './queue.ts';

/** File types, single files and figures of the active cohort, the download queue, and what was downloaded. */
export function registerFiles(api: PortalApi, deps: FileDeps): void {
  registerProtocol(api, deps);
  route(api, filesEndpoints.figures, ({ member, signal }) => queryFileFigures(deps, member, signal));
  route(api, filesEndpoints.list, ({ member, query, signal }) => listFiles(deps, member, { query, signal }));
  route(api, filesEndpoints.queueSummary, ({ member, signal }) => summarizeQueue(deps, member, signal));
  route(api, filesEndpoints.addFiles, async ({ member, body }) => {
    await addFiles(deps, member, body.fileIds);
    return { status: 'added' as const };
  });
  route(api, filesEndpoints.removeFiles, async ({ member, body }) => {
    await removeFiles(deps.db, member, body.fileIds);
    return { status: 'removed' as const };
  });
  route(api, filesEndpoints.chooseParents, async ({ member, body }) => {
    await chooseParents(deps, member, body.alsoParents);
    return { status: 'complete' as const };
  });
  route(api, filesEndpoints.downloads, async ({ member, query }) => {
    const { page, size, offset } = pageOf(query);
    const { downloads, count } = await listDownloads(deps.db, member, { limit: size, offset });
    return { paginator: paginate(page, size, count), results: [...downloads] };
  });
  route(api, filesEndpoints.queueAgain, async ({ member, params }) => {
    await queueAgain(deps, member, params.downloadId);
    return { status: 'added' as const };
  });
}

/** Calls that clients of the protocol know; two of them name a dataset for the calls after them (rule 13.10). */
function registerProtocol(api: PortalApi, deps: FileDeps): void {
  route(api, filesEndpoints.typeList, async ({ member, body, request, signal }) => {
    const rows = await listTypes(deps, member, { category: body.fileCategory, tag: body.fileTag, signal });
    await api.gate.rememberDataset(request, member);
    return rows;
  });
  route(api, filesEndpoints.addType, async ({ member, params, body, request }) => {
    await addType(deps, member, { category: params.fileType, body });
    await api.gate.rememberDataset(request, member);
    return { status: 'added' as const };
  });
  route(api, filesEndpoints.queue, ({ member, signal }) => listQueue(deps, member, signal));
  route(api, filesEndpoints.removeType, async ({ member, body }) => {
    await removeType(deps, member, body);
    return { status: 'removed' as const };
  });
  for (const endpoint of [filesEndpoints.clear, filesEndpoints.clearByGet]) {
    route(api, endpoint, async ({ member }) => {
      await clearQueue(deps.db, member);
      return { status: 'cleared' as const };
    });
  }
}
