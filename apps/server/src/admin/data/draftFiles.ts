import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { draftDecisions } from '@atrium/contract/documents/draftDecisions';
import { givenReading } from '@atrium/contract/documents/fileReading';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { fileInReadingWire, guessItemWire } from '@atrium/contract/wire/draft';
import { z } from 'zod';

const readings = z.record(z.string(), givenReading);

/** What is stored of a draft; everything that is shown of it is made from this. */
const stored = z.object({
  files: z.array(z.string()),
  revision: z.int(),
  decisions: draftDecisions,
  /** Whether an importer has made the package, so that no file is read again. */
  isConverted: z.boolean(),
  /** As it was guessed, before what was decided of it. */
  descriptor: z.json(),
  guesses: z.array(z.object({ guess: guessItemWire, isProtected: z.boolean() })),
  readings: z.array(fileInReadingWire),
  /** What was decided of how files are read when the description was made. */
  describedWith: readings,
  /** What could not be read, and why. */
  failure: z.object({ readings, text: z.string() }).nullable(),
  /** The last import that was begun, and of which revision. */
  run: z.object({ importId: z.int(), revision: z.int() }).nullable(),
});
export type DraftState = z.output<typeof stored>;

const stateName = 'draft.json';
const descriptorName = 'datapackage.json';

export const tablesOf = (folder: string): string => path.join(folder, 'tables');

export async function loadDraft(folder: string): Promise<DraftState> {
  try {
    return z.decode(stored, JSON.parse(await readFile(path.join(folder, stateName), 'utf8')));
  } catch (cause) {
    throw new PortalError('not_found', 'There is no such description.', { cause });
  }
}

export const saveDraft = (folder: string, state: DraftState): Promise<void> =>
  writeWhole(path.join(folder, stateName), z.encode(stored, state));

/** Writes the descriptor beside the tables, for an import. */
export const writeDescriptor = (folder: string, descriptor: unknown): Promise<void> =>
  writeWhole(path.join(tablesOf(folder), descriptorName), descriptor);

export async function loadDescriptor(folder: string): Promise<z.output<ReturnType<typeof z.json>>> {
  return z.json().parse(JSON.parse(await readFile(path.join(tablesOf(folder), descriptorName), 'utf8')));
}

export const makeTablesFolder = async (folder: string): Promise<string> => {
  await mkdir(tablesOf(folder), { mode: 0o700 });
  return tablesOf(folder);
};

async function writeWhole(file: string, content: unknown): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`);
  await rename(`${file}.new`, file);
}
