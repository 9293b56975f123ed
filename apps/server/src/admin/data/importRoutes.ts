import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { Draft } from '@atrium/contract/wire/draft';
import { sql } from 'kysely';
import type { PortalApi } from '../../access/index.ts';
import { record } from '../../audit/index.ts';
import { disclosed, route } from '../../http/index.ts';
import {
  beginLog,
  checkDatasetId,
  createImportQueue,
  endLog,
  type ImportQueue,
  type Operation,
  perform,
} from '../../operations/index.ts';
import { staffView } from '../frame/act.ts';
import type { AdminDeps } from '../frame/deps.ts';
import { type ListRules, registerList } from '../frame/list.ts';
import { createDrafts, type Drafts } from './drafts.ts';
import { isOpenInLog, loadImport } from './importDetail.ts';
import { importEvents } from './importEvents.ts';
import { findPackages, requireOpened } from './packageFolders.ts';
import type { Uploads } from './uploads.ts';

const { imports: calls, drafts: draftCalls } = adminEndpoints.data;

/** Every import; words are looked for in its reasons and its report, too (rule 15.45). */
const importRules: ListRules<typeof calls.list> = {
  rows: () => sql`
    select id, kind, state, source, dataset, release_id as release, subjects, problems, started_at, finished_at,
      coalesce(username, operator) as by, reasons::text as reasons, coalesce(report::text, '') as report
    from import_log`,
  searched: ['source', 'dataset', 'by', 'reasons', 'report'],
  orders: { started: sql`started_at`, dataset: sql`lower(dataset)`, source: sql`lower(source)` },
  file: {
    id: 'id',
    kind: 'kind',
    state: 'state',
    source: 'source',
    dataset: 'dataset',
    release: 'release',
    by: 'by',
    subjects: 'subjects',
    problems: 'problems',
    started: 'started_at',
    finished: 'finished_at',
  },
};

/** The log of imports, and how staff begin one (rules 15.45 and 15.48). */
export function registerImportRoom(api: PortalApi, deps: AdminDeps, uploads: Uploads): void {
  const { db, dataRooms, portals } = deps;
  const { imports = createImportQueue(portals) } = deps.operations;
  const operations = { ...deps.operations, imports };
  const onFault = (error: unknown) =>
    api.server.log.error({ err: error }, 'tables of staff could not be described');
  const drafts = createDrafts({ db, uploads, portals, appSegment: api.server.appSegment, onFault });
  api.server.addHook('onClose', async () => {
    await Promise.all([imports.close(), drafts.close()]);
  });

  route(api, calls.packages, async () => ({ packages: await findPackages(dataRooms.packageFolders) }));
  registerStart(api, deps, { operations, imports, uploads, drafts });
  registerList(api, deps, { calls, ...importRules });
  route(api, calls.detail, async ({ account, params: { importId } }) =>
    disclosed(await loadImport({ db, imports }, { id: importId, accountId: account.id }), [
      staffView({ room: 'imports', import: importId }),
    ]),
  );
  route(api, calls.events, async ({ account, params, signal }) => {
    const id = params.importId;
    await loadImport({ db, imports }, { id, accountId: account.id });
    const isOpen = () => isOpenInLog(db, id);
    return { fileName: 'events', body: importEvents(imports, { id, signal, isOpen }) };
  });
  route(api, calls.cancel, async ({ account, params: { importId } }) => {
    await loadImport({ db, imports }, { id: importId, accountId: account.id });
    const isCancelled = imports.cancel(importId);
    if (isCancelled)
      await record(db, { accountId: account.id, action: 'import_cancel', detail: { import: importId } });
    return { isCancelled };
  });
  registerDrafts(api, drafts);
}

interface StartParts {
  readonly operations: AdminDeps['operations'];
  readonly imports: ImportQueue;
  readonly uploads: Uploads;
  readonly drafts: Drafts;
}

/** What is imported stays as it is until the import has ended, at whichever portal somebody would change it (rule 15.65). */
function registerStart(
  api: PortalApi,
  deps: AdminDeps,
  { operations, imports, uploads, drafts }: StartParts,
): void {
  const { db } = deps;
  route(api, calls.start, async ({ account, body }) => {
    const { dataset = null, mode, source: given } = body;
    if (dataset !== null) checkDatasetId(dataset, { appSegment: api.server.appSegment, isFromForm: true });
    const free = given.kind === 'folder' ? async () => {} : await uploads.use(given.id);
    try {
      const { packagePath, source, draft } = await findSource(given, { uploads, drafts, deps });
      const by = { accountId: account.id };
      const id = await beginLog(db, { kind: mode, source, dataset, by, state: 'waiting' });
      await record(db, { ...by, action: 'import_start', detail: { import: id, mode } });
      const operation: Operation = {
        kind: 'import',
        packagePath,
        source,
        dataset,
        dryRun: mode === 'dry_run',
        checkReports: mode === 'report_check',
        hold: mode === 'build',
        logId: id,
      };
      if (draft !== null) await drafts.keepRun(draft.id, { importId: id, revision: draft.revision });
      begin(operation, { id, accountId: account.id, free });
      return { id };
    } catch (error) {
      await free();
      throw error;
    }
  });

  /** Waits for its turn; the import outlives the request that began it. */
  function begin(operation: Operation, { id, accountId, free }: Begun) {
    const queued = imports.begin(id);
    const watcher = { accountId, onProgress: () => {}, signal: queued.signal };
    imports
      .inTurn(() => perform({ ...operations, db }, operation, watcher))
      .catch(async (error: unknown) => {
        const row = await db.selectFrom('import_log').select('state').where('id', '=', id).executeTakeFirst();
        if (row?.state === 'waiting') await endLog(db, id, { state: 'failed', error });
        api.server.log.info({ err: error, import: id }, 'an import of staff ended without a release');
      })
      .catch((error: unknown) => api.server.log.error({ err: error }, 'the end of an import was not kept'))
      .finally(async () => {
        await free();
        queued.end();
      });
  }
}

interface Begun {
  readonly id: number;
  readonly accountId: number;
  readonly free: () => Promise<void>;
}

type Source =
  | { readonly kind: 'upload' | 'draft'; readonly id: string }
  | {
      readonly kind: 'folder';
      readonly path: string;
    };

interface RevisionOf {
  readonly id: string;
  readonly revision: number;
}

interface SourceDeps {
  readonly uploads: Uploads;
  readonly drafts: Drafts;
  readonly deps: AdminDeps;
}

async function findSource(
  given: Source,
  { uploads, drafts, deps }: SourceDeps,
): Promise<{ readonly packagePath: string; readonly source: string; readonly draft: RevisionOf | null }> {
  if (given.kind === 'folder') {
    const packagePath = await requireOpened(given.path, deps.dataRooms.packageFolders);
    return { packagePath, source: given.path, draft: null };
  }
  const { name, file } = await uploads.ready(given.id);
  if (given.kind === 'draft') {
    const { folder, revision } = await drafts.folderOf(given.id);
    return { packagePath: folder, source: name, draft: { id: given.id, revision } };
  }
  if (!name.toLowerCase().endsWith('.zip'))
    throw new PortalError('bad_request', `${name} is no zip: describe it first.`, { field: 'source' });
  return { packagePath: file, source: name, draft: null };
}

function registerDrafts(api: PortalApi, drafts: Drafts): void {
  // The reasons of a description quote cells of the tables.
  const shown = (draft: Draft) => disclosed(draft, [staffView({ room: 'drafts', draft: draft.id })]);
  route(api, draftCalls.make, async ({ account, body, signal }) =>
    shown(await drafts.make(body.uploads, { accountId: account.id, signal })),
  );
  route(api, draftCalls.show, async ({ account, params }) =>
    shown(await drafts.show(params.draftId, account.id)),
  );
  route(api, draftCalls.change, async ({ account, params, body }) =>
    shown(await drafts.change(params.draftId, { ...body, accountId: account.id })),
  );
  route(api, draftCalls.fit, async ({ account, params: { draftId }, body, signal }) =>
    disclosed(await drafts.fit(draftId, { ...body, accountId: account.id, signal }), [
      staffView({ room: 'drafts', draft: draftId }),
    ]),
  );
  route(api, draftCalls.cancel, async ({ account, params }) =>
    shown(await drafts.cancel(params.draftId, account.id)),
  );
}
