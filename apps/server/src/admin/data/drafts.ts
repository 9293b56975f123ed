import { copyFile, link, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Draft, dataPackage, fieldRefusal, issueWords, PortalError } from '@atrium/contract';
import {
  conversionInWords,
  convertInputs,
  copyTables,
  describeFolder,
  findTableFiles,
  PackageRefused,
  type RecognizedSource,
  recognizeSource,
} from '@atrium/warehouse';
import { z } from 'zod';
import type { ReadyUpload, Uploads } from './uploads.ts';

const tablesName = 'tables';
const guessesName = 'guesses.json';
/** The files as they were sent, while they are looked at. */
const sourceName = 'source';
const descriptorName = 'datapackage.json';

const stored = z.object({
  files: z.array(z.string()),
  guesses: z.array(
    z.object({
      about: z.string(),
      text: z.string(),
      counterExamples: z.array(z.string()),
      isProtected: z.boolean().default(true),
    }),
  ),
});

/** Tables that were sent without a descriptor, described and perhaps corrected, and not imported yet (rule 15.48). */
export interface Drafts {
  make(uploads: readonly string[], by: DraftMaker): Promise<Draft>;
  /** Texts of protected columns are only for the account that sent the first file (rule 10.30). */
  show(id: string, accountId: number): Promise<Draft>;
  change(id: string, to: { readonly descriptor: unknown; readonly accountId: number }): Promise<Draft>;
  /** The folder that an import takes. */
  folderOf(id: string): Promise<string>;
}

interface DraftMaker {
  readonly accountId: number;
  readonly signal: AbortSignal;
}

/** A draft lives in the folder of its first upload, and goes with it. */
export function createDrafts(uploads: Uploads): Drafts {
  const draftFolder = (id: string): string => path.join(uploads.folderOf(id), 'draft');
  const tablesOf = (id: string): string => path.join(draftFolder(id), tablesName);
  const show = async (id: string, accountId: number | null): Promise<Draft> => {
    const { owner } = await uploads.ready(id);
    try {
      const { files, guesses } = stored.parse(await loadJson(path.join(draftFolder(id), guessesName)));
      const descriptor = z.json().parse(await loadJson(path.join(tablesOf(id), descriptorName)));
      const isOwn = owner !== null && owner === accountId;
      return {
        id,
        files,
        guesses: guesses.map(({ isProtected, counterExamples, ...guess }) => ({
          ...guess,
          counterExamples: isProtected && !isOwn ? counterExamples.map(() => '•••') : counterExamples,
        })),
        descriptor,
      };
    } catch (cause) {
      throw new PortalError('not_found', 'There is no such description.', { cause });
    }
  };
  return {
    make: async (ids, { accountId, signal }) => {
      const ready = await Promise.all(ids.map((id) => uploads.ready(id)));
      const [first] = ready;
      if (first === undefined) throw fieldRefusal('bad_request', 'uploads', 'names no file');
      const names = new Set(ready.map(({ name }) => name.toLowerCase()));
      if (names.size < ready.length)
        throw fieldRefusal('bad_request', 'uploads', 'two of the files have the same name');
      const folder = draftFolder(first.id);
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        const source = path.join(folder, sourceName);
        await mkdir(source, { mode: 0o700 });
        for (const { file, name } of ready) await linkOrCopy(file, path.join(source, name));
        const found = await recognizeSource(ready.map(({ name }) => path.join(source, name)));
        if (found === null) await describe(ready, { folder, signal });
        else await convert(ready, { folder, signal, found });
        await rm(source, { recursive: true, force: true });
      } catch (error) {
        await rm(folder, { recursive: true, force: true });
        if (error instanceof PackageRefused)
          throw fieldRefusal('bad_request', 'uploads', error.problems.join('; '));
        throw error;
      }
      return show(first.id, accountId);
    },
    show,
    change: async (id, { descriptor, accountId }) => {
      await show(id, accountId);
      const form = dataPackage.safeParse(withNamedRoot(descriptor), { error: issueWords });
      if (!form.success) {
        const [issue] = form.error.issues;
        const field = ['descriptor', ...(issue?.path ?? [])].join('.');
        throw fieldRefusal('bad_request', field, issue?.message ?? 'is no descriptor');
      }
      await writeWhole(path.join(tablesOf(id), descriptorName), descriptor);
      return show(id, accountId);
    },
    folderOf: async (id) => {
      await show(id, null);
      return tablesOf(id);
    },
  };
}

const withRoot = z.looseObject({ atrium: z.looseObject({ root: z.looseObject({}) }) });

/** A root that is derived from a field (rule 10.16) has a form of its own, which the import checks. */
function withNamedRoot(descriptor: unknown): unknown {
  const read = withRoot.safeParse(descriptor);
  if (!read.success) return descriptor;
  const { root: _, ...atrium } = read.data.atrium;
  return { ...read.data, atrium };
}

/** The same bytes under another name; copied where the disk knows no links. */
const linkOrCopy = (from: string, to: string): Promise<void> =>
  link(from, to).catch(() => copyFile(from, to));

interface DraftWork {
  /** Of the draft. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Describes the tables that were sent, also those in zips (rule 10.26). */
async function describe(ready: readonly ReadyUpload[], { folder, signal }: DraftWork): Promise<void> {
  const tablesFolder = path.join(folder, tablesName);
  await mkdir(tablesFolder, { mode: 0o700 });
  for (const { name } of ready) {
    const file = path.join(folder, sourceName, name);
    if (/\.zip$/i.test(name)) await copyTables(file, { folder: tablesFolder });
    else await linkOrCopy(file, path.join(tablesFolder, name));
  }
  const tables = await findTableFiles(tablesFolder);
  if (tables === null)
    throw fieldRefusal(
      'bad_request',
      'uploads',
      'none is a table, and none is a source that the portal can convert; names of tables end in .csv, .tsv, .txt, .parquet, or .gz after one of the first three',
    );
  const scratchFolder = await mkdtemp(path.join(folder, 'scratch-'));
  try {
    const { descriptor, guesses } = await describeFolder({ tables, scratchFolder, signal });
    await writeWhole(path.join(tablesFolder, descriptorName), { ...descriptor, name: 'dataset' });
    const files = tables.files.map((file) => file.path);
    await writeWhole(path.join(folder, guessesName), { files, guesses });
  } finally {
    await rm(scratchFolder, { recursive: true, force: true });
  }
}

/** Writes a package of what an importer is made for; what it counted and left out takes the place of guesses. */
async function convert(
  ready: readonly ReadyUpload[],
  { folder, signal, found }: DraftWork & { readonly found: RecognizedSource },
): Promise<void> {
  const report = await convertInputs({
    format: found.format,
    inputs: ready.map(({ name }) => path.join(folder, sourceName, name)),
    to: path.join(folder, tablesName),
    name: 'dataset',
    signal,
  });
  const guesses = [
    { about: allFiles, text: `converted, because ${found.reason}`, counterExamples: [], isProtected: false },
    ...conversionInWords(report).map(({ about, text }) => ({
      about: allFiles,
      text: `${about}: ${text}`,
      counterExamples: [],
      isProtected: false,
    })),
  ];
  const files = ready.map(({ name }) => name);
  await writeWhole(path.join(folder, guessesName), { files, guesses });
}

/** The subject of a guess that is not about one table. */
const allFiles = 'all files';

async function loadJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}

async function writeWhole(file: string, content: unknown): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`);
  await rename(`${file}.new`, file);
}
