import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DemoDataset, Row, Story } from './demoDataset.ts';
import { openTableFile, type TableFile } from './tableFile.ts';

export interface WriteOptions {
  /** Rows of the root table; default: the size the dataset is designed for. */
  readonly subjects?: number;
  readonly seed?: number;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

const storiesPerPortion = 100;

/**
 * Writes a demo dataset as a data package into the folder, which is created. The descriptor goes first and comes
 * last, so that a run that was aborted or failed never looks like a package. Throws the signal's reason when aborted.
 */
export async function writePackage(
  dataset: DemoDataset,
  folder: string,
  options: WriteOptions,
): Promise<void> {
  const descriptor = join(folder, 'datapackage.json');
  await mkdir(folder, { recursive: true });
  await rm(descriptor, { force: true });
  for (const document of dataset.documents) {
    const path = join(folder, document.path);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, document.text);
  }
  await writeTables(dataset, folder, options);
  await writeFile(descriptor, `${JSON.stringify(dataset.descriptor, null, 2)}\n`);
}

async function writeTables(dataset: DemoDataset, folder: string, options: WriteOptions): Promise<void> {
  const { subjects = dataset.subjects, seed = 1, onProgress, signal } = options;
  const files = new Map<string, TableFile>();
  const folders = new Set<string>();
  try {
    for (const table of dataset.tables) files.set(table.name, await openTableFile(folder, table));
    let done = 0;
    for (const portion of portions(dataset.stories({ subjects, seed }))) {
      signal?.throwIfAborted();
      for (const [name, file] of files) await file.append(rowsOf(portion, name));
      await writeFiles(portion, folder, folders);
      done += portion.reduce((sum, story) => sum + story.subjects, 0);
      onProgress?.(done, subjects);
    }
  } finally {
    for (const file of files.values()) await file.close();
  }
}

/** Writes the downloadable files of some stories; `made` are the folders that exist already. */
async function writeFiles(portion: readonly Story[], folder: string, made: Set<string>): Promise<void> {
  const files = portion.flatMap((story) => story.files ?? []);
  for (const parent of new Set(files.map(({ path }) => dirname(path)))) {
    if (!made.has(parent)) await mkdir(join(folder, parent), { recursive: true });
    made.add(parent);
  }
  await Promise.all(files.map(({ path, text }) => writeFile(join(folder, path), text)));
}

function rowsOf(portion: readonly Story[], table: string): Row[] {
  return portion.flatMap((story) => story.rows[table] ?? []);
}

function* portions(stories: Iterable<Story>): Iterable<readonly Story[]> {
  let portion: Story[] = [];
  for (const story of stories) {
    portion.push(story);
    if (portion.length === storiesPerPortion) {
      yield portion;
      portion = [];
    }
  }
  if (portion.length > 0) yield portion;
}
