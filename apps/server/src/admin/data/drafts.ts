import { copyFile, link, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Draft, dataPackage, fieldRefusal, PortalError } from '@atrium/contract';
import { describeFolder, findTableFiles } from '@atrium/warehouse';
import { z } from 'zod';
import type { Uploads } from './uploads.ts';

const tablesName = 'tables';
const guessesName = 'guesses.json';
const descriptorName = 'datapackage.json';

const stored = z.object({
  files: z.array(z.string()),
  guesses: z.array(z.object({ about: z.string(), text: z.string(), counterExamples: z.array(z.string()) })),
});

/** Tables that were sent without a descriptor, described and perhaps corrected, and not imported yet (rule 15.48). */
export interface Drafts {
  make(uploads: readonly string[], signal: AbortSignal): Promise<Draft>;
  show(id: string): Promise<Draft>;
  change(id: string, descriptor: unknown): Promise<Draft>;
  /** The folder that an import takes. */
  folderOf(id: string): Promise<string>;
}

/** A draft lives in the folder of its first upload, and goes with it. */
export function createDrafts(uploads: Uploads): Drafts {
  const draftFolder = (id: string): string => path.join(uploads.folderOf(id), 'draft');
  const tablesOf = (id: string): string => path.join(draftFolder(id), tablesName);
  const show = async (id: string): Promise<Draft> => {
    await uploads.ready(id);
    try {
      const { files, guesses } = stored.parse(await loadJson(path.join(draftFolder(id), guessesName)));
      const descriptor = z.json().parse(await loadJson(path.join(tablesOf(id), descriptorName)));
      return { id, files, guesses, descriptor };
    } catch (cause) {
      throw new PortalError('not_found', 'There is no such description.', { cause });
    }
  };
  return {
    make: async (ids, signal) => {
      const ready = await Promise.all(ids.map((id) => uploads.ready(id)));
      const [first] = ready;
      if (first === undefined) throw fieldRefusal('bad_request', 'uploads', 'names no file');
      const names = new Set(ready.map(({ name }) => name.toLowerCase()));
      if (names.size < ready.length)
        throw fieldRefusal('bad_request', 'uploads', 'two of the files have the same name');
      const folder = draftFolder(first.id);
      await rm(folder, { recursive: true, force: true });
      await mkdir(tablesOf(first.id), { recursive: true, mode: 0o700 });
      try {
        for (const { file, name } of ready) await linkOrCopy(file, path.join(tablesOf(first.id), name));
        await describe(folder, signal);
      } catch (error) {
        await rm(folder, { recursive: true, force: true });
        throw error;
      }
      return show(first.id);
    },
    show,
    change: async (id, descriptor) => {
      await show(id);
      const form = dataPackage.safeParse(descriptor);
      if (!form.success) {
        const [issue] = form.error.issues;
        const field = ['descriptor', ...(issue?.path ?? [])].join('.');
        throw fieldRefusal('bad_request', field, issue?.message ?? 'is no descriptor');
      }
      await writeWhole(path.join(tablesOf(id), descriptorName), descriptor);
      return show(id);
    },
    folderOf: async (id) => {
      await show(id);
      return tablesOf(id);
    },
  };
}

/** The same bytes under another name; copied where the disk knows no links. */
const linkOrCopy = (from: string, to: string): Promise<void> =>
  link(from, to).catch(() => copyFile(from, to));

async function describe(folder: string, signal: AbortSignal): Promise<void> {
  const tables = await findTableFiles(path.join(folder, tablesName));
  if (tables === null)
    throw fieldRefusal(
      'bad_request',
      'uploads',
      'none is a table; names of tables end in .csv, .tsv, .txt, .parquet, or .gz after one of the first three',
    );
  const scratchFolder = await mkdtemp(path.join(folder, 'scratch-'));
  try {
    const { descriptor, guesses } = await describeFolder({ tables, scratchFolder, signal });
    await writeWhole(path.join(folder, tablesName, descriptorName), { ...descriptor, name: 'dataset' });
    const files = tables.files.map((file) => file.path);
    await writeWhole(path.join(folder, guessesName), { files, guesses });
  } finally {
    await rm(scratchFolder, { recursive: true, force: true });
  }
}

async function loadJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}

async function writeWhole(file: string, content: unknown): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`);
  await rename(`${file}.new`, file);
}
