import { Readable } from 'node:stream';
import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { PortalApi } from '../../access/index.ts';
import { record } from '../../audit/index.ts';
import { route } from '../../http/index.ts';
import type { AdminDeps } from '../frame/deps.ts';
import { createUploads, maxPart, type Uploads } from './uploads.ts';

const { uploads: calls } = adminEndpoints.data;

/** Files that staff send, in parts that can be sent again from where they broke off (rule 15.47). */
export function registerUploads(api: PortalApi, deps: AdminDeps): Uploads {
  const { db, clock, portals, dataRooms: settings } = deps;
  const uploads = createUploads({ db, clock, portals, settings });

  route(api, calls.list, async () => ({
    uploads: await uploads.list(),
    largest: uploads.largest,
    maxPart,
  }));
  route(api, calls.begin, async ({ account, body }) => {
    const begun = await uploads.begin(account, body);
    const detail = { upload: begun.id, bytes: begun.size };
    await record(db, { accountId: account.id, action: 'upload_add', detail });
    return begun;
  });
  route(api, calls.finish, ({ params }) => uploads.finish(params.uploadId));
  route(api, calls.remove, async ({ account, params: { uploadId } }) => {
    await uploads.remove(uploadId);
    await record(db, { accountId: account.id, action: 'upload_remove', detail: { upload: uploadId } });
    return { isDone: true as const };
  });
  void api.server.register(async (server) => {
    // The body is not read before the caller is known.
    server.removeAllContentTypeParsers();
    const take = (_request: unknown, bytes: Readable, done: (error: null, body: Readable) => void) =>
      done(null, bytes);
    server.addContentTypeParser('*', { bodyLimit: maxPart }, take);
    route({ ...api, server }, calls.part, async ({ params, query, request }) => {
      const bytes = request.body instanceof Readable ? request.body : Readable.from([]);
      return { received: await uploads.add(params.uploadId, { ...query, bytes }) };
    });
  });
  return uploads;
}
