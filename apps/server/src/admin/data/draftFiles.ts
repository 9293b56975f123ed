import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const descriptorName = 'datapackage.json';

export const tablesOf = (folder: string): string => path.join(folder, 'tables');

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
  const fresh = `${file}.${randomUUID()}`;
  await writeFile(fresh, `${JSON.stringify(content, null, 2)}\n`);
  await rename(fresh, file);
}
