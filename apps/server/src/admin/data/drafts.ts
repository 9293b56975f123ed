import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { dataPackage } from '@atrium/contract/documents/dataPackage';
import { objectToDatasetId, proposeDatasetId } from '@atrium/contract/documents/datasetId';
import type { DraftDecisions } from '@atrium/contract/documents/draftDecisions';
import type { ColumnReading } from '@atrium/contract/documents/fileReading';
import { fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import { issueWords } from '@atrium/contract/errors/issueWords';
import type { ColumnChoice, Draft } from '@atrium/contract/wire/draft';
import { PackageRefused } from '@atrium/warehouse';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../../database/index.ts';
import type { Portals } from '../../portals/index.ts';
import { describeUploads, fitsOfColumn } from './describeUploads.ts';
import { tablesOf, writeDescriptor } from './draftFiles.ts';
import { createDraftStore, type DraftState } from './draftStore.ts';
import { createDraftWork, type DraftWork, isOutdated } from './draftWork.ts';
import { descriptorOf, presentDraft } from './presentDraft.ts';
import type { ReadyUpload, Uploads } from './uploads.ts';

interface DraftChange {
  readonly accountId: number;
  readonly base?: number | undefined;
  readonly decisions?: DraftDecisions | undefined;
  readonly descriptor?: z.output<ReturnType<typeof z.json>> | undefined;
}

interface FitOfDraft {
  readonly accountId: number;
  readonly signal: AbortSignal;
  readonly file: string;
  readonly column: string;
  readonly readings: readonly ColumnReading[];
}

/** Tables that were sent without a descriptor, described and perhaps corrected, and not imported yet (rule 15.48). */
export interface Drafts {
  make(
    uploads: readonly string[],
    by: { readonly accountId: number; readonly signal: AbortSignal },
  ): Promise<Draft>;
  /** Texts of protected columns are only for the account that sent the first file (rule 10.30). */
  show(id: string, accountId: number): Promise<Draft>;
  /** Only the account that sent the first file may change how it is read, for that shows its texts (rule 10.47). */
  change(id: string, to: DraftChange): Promise<Draft>;
  fit(id: string, question: FitOfDraft): Promise<{ readonly fits: ColumnChoice[] }>;
  /** Stops reading the files again, and takes back what was decided of how they are read. */
  cancel(id: string, accountId: number): Promise<Draft>;
  /** The folder that an import takes, and of which revision it is. */
  folderOf(id: string): Promise<{ readonly folder: string; readonly revision: number }>;
  /** Keeps which import was begun last. */
  keepRun(id: string, run: NonNullable<DraftState['run']>): Promise<void>;
  close(): Promise<void>;
}

interface DraftDeps {
  readonly db: Kysely<Schema>;
  readonly uploads: Uploads;
  readonly portals: Portals;
  readonly appSegment: string;
  readonly onFault: (error: unknown) => void;
}

/** The tables of a draft lie in the folder of its first upload, and go with it. */
export function createDrafts({ db, uploads, portals, appSegment, onFault }: DraftDeps): Drafts {
  const folderOf = (id: string): string => path.join(uploads.folderOf(id), 'draft');
  const store = createDraftStore({ db, folderOf });
  const work: DraftWork = createDraftWork({ store, folderOf, portals, onFault });
  const show = async (id: string, accountId: number | null): Promise<Draft> => {
    const { owner } = await uploads.ready(id);
    // Before the description is loaded: work that ends meanwhile has stored its own.
    const progress = work.progressOf(id);
    const state = await store.load(id);
    const { name = '' } = named.catch({}).parse(descriptorOf(state));
    return presentDraft(state, {
      id,
      isOwn: owner !== null && owner === accountId,
      dataset: {
        objection: objectToDatasetId(name, appSegment),
        exists: (await queryDatasetIds(db)).has(name.toLowerCase()),
      },
      progress: isOutdated(state) ? progress : null,
    });
  };
  const requireOwn = async (id: string, accountId: number): Promise<void> => {
    const { owner } = await uploads.ready(id);
    await store.load(id);
    if (owner !== accountId)
      throw new PortalError(
        'not_permitted',
        'Only the person who sent the files may change how they are read. Send them again to describe them yourself.',
      );
  };
  return {
    make: async (ids, { accountId, signal }) => {
      const files = await Promise.all(ids.map((id) => uploads.ready(id)));
      const first = firstOf(files);
      const proposeName = async (stem: string) =>
        proposeDatasetId(stem, { appSegment, taken: await queryDatasetIds(db) });
      await work.replace(first.id, signal, async () => {
        const free = await uploads.use(first.id);
        try {
          await store.remove(first.id);
          const state = await describeNew(files, { folder: folderOf(first.id), signal, proposeName });
          await store.put(first.id, state);
        } finally {
          await free();
        }
      });
      return show(first.id, accountId);
    },
    show: async (id, accountId) => {
      const shown = await show(id, accountId);
      // A portal that was stopped meanwhile goes on with what it did.
      const state = await store.load(id);
      if (!isOutdated(state) || shown.progress !== null) return shown;
      await work.begin(id, state.decisions.readings ?? {});
      return show(id, accountId);
    },
    change: async (id, { accountId, ...change }) => {
      await requireOwn(id, accountId);
      if (change.descriptor !== undefined) requireDescriptor(change.descriptor);
      const state = await work.update(id, (before) => withChange(before, change));
      if (isOutdated(state)) await work.begin(id, state.decisions.readings ?? {});
      else work.stop(id);
      return show(id, accountId);
    },
    fit: async (id, { accountId, ...question }) => {
      await requireOwn(id, accountId);
      return { fits: await fitsIn(await store.load(id), { folder: folderOf(id), ...question }) };
    },
    cancel: async (id, accountId) => {
      await requireOwn(id, accountId);
      work.stop(id);
      await work.update(id, (before) => ({
        ...before,
        revision: before.revision + 1,
        decisions: { ...before.decisions, readings: before.describedWith },
        failure: null,
      }));
      return show(id, accountId);
    },
    folderOf: async (id) => {
      await uploads.ready(id);
      const state = await store.load(id);
      return { folder: await completePackage(folderOf(id), state), revision: state.revision };
    },
    keepRun: async (id, run) => {
      await work.update(id, (before) => ({ ...before, run }));
    },
    close: () => work.close(),
  };
}

async function queryDatasetIds(db: Kysely<Schema>): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('dataset').select('unique_id').execute();
  return new Set(rows.map(({ unique_id }) => unique_id.toLowerCase()));
}

/** The file whose folder holds the draft. */
function firstOf(files: readonly ReadyUpload[]): ReadyUpload {
  const [first] = files;
  if (first === undefined) throw fieldRefusal('bad_request', 'uploads', 'names no file');
  const names = new Set(files.map(({ name }) => name.toLowerCase()));
  if (names.size < files.length)
    throw fieldRefusal('bad_request', 'uploads', 'two of the files have the same name');
  return first;
}

interface NewDraft {
  readonly folder: string;
  readonly signal: AbortSignal;
  /** The id of the dataset, from what it is called after. */
  readonly proposeName: (stem: string) => Promise<string>;
}

/** Describes files in a new folder. Where that fails, the folder goes. */
async function describeNew(
  files: readonly ReadyUpload[],
  { folder, signal, proposeName }: NewDraft,
): Promise<DraftState> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const described = await describeUploads(files, { folder, signal });
    const [only, ...others] = files;
    const name = await proposeName(stemOf(only !== undefined && others.length === 0 ? only.name : described));
    return {
      ...described,
      descriptor: { ...json.parse(described.descriptor), name },
      revision: 1,
      decisions: {},
      describedWith: {},
      failure: null,
      run: null,
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    if (error instanceof PackageRefused)
      throw fieldRefusal('bad_request', 'uploads', error.problems.join('; '));
    throw error;
  }
}

function withChange(
  before: DraftState,
  { base, decisions, descriptor }: Omit<DraftChange, 'accountId'>,
): DraftState {
  if (base !== undefined && base !== before.revision)
    throw new PortalError('conflict', 'The description was changed meanwhile, perhaps in another tab.');
  return {
    ...before,
    revision: before.revision + 1,
    ...(decisions === undefined ? {} : { decisions }),
    ...(descriptor === undefined ? {} : { descriptor }),
  };
}

async function fitsIn(
  { decisions, readings }: DraftState,
  { folder, file, ...question }: Omit<FitOfDraft, 'accountId'> & { readonly folder: string },
): Promise<ColumnChoice[]> {
  const { paths = [] } = readings.find((one) => one.paths.includes(file)) ?? {};
  const fits = await fitsOfColumn({ folder, paths, given: decisions.readings ?? {}, ...question });
  if (fits === null) throw fieldRefusal('bad_request', 'column', 'the table has no such column');
  return fits;
}

/** Writes the descriptor beside the tables; refuses while it does not fit them. */
async function completePackage(folder: string, state: DraftState): Promise<string> {
  if (isOutdated(state))
    throw new PortalError('conflict', 'The files are being read again. Please wait until that is done.');
  await writeDescriptor(folder, descriptorOf(state));
  return tablesOf(folder);
}

const named = z.object({ name: z.string().optional() });
const json = z.record(z.string(), z.json());

/** What the dataset is called after: a file that is alone, else the table of the subjects. */
function stemOf(source: string | { readonly descriptor: unknown }): string {
  if (typeof source === 'string') return idOf(source.replace(/\.gz$/i, '').replace(/\.[^.]+$/, ''));
  const form = z.object({
    atrium: z.object({ root: z.string().optional().catch(undefined) }).optional(),
    resources: z.array(named),
  });
  const { atrium, resources } = form.parse(source.descriptor);
  return idOf(atrium?.root ?? resources[0]?.name ?? '');
}

const idOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '_')
    .replaceAll(/^[_-]+|[_-]+$/g, '')
    .toLowerCase();

const withRoot = z.looseObject({ atrium: z.looseObject({ root: z.looseObject({}) }) });

/** A root that is derived from a field (rule 10.16) has a form of its own, which the import checks. */
function withNamedRoot(descriptor: unknown): unknown {
  const read = withRoot.safeParse(descriptor);
  if (!read.success) return descriptor;
  const { root: _, ...atrium } = read.data.atrium;
  return { ...read.data, atrium };
}

function requireDescriptor(descriptor: unknown): void {
  const form = dataPackage.safeParse(withNamedRoot(descriptor), { error: issueWords });
  if (form.success) return;
  const [issue] = form.error.issues;
  const field = ['descriptor', ...(issue?.path ?? [])].join('.');
  throw fieldRefusal('bad_request', field, issue?.message ?? 'is no descriptor');
}
