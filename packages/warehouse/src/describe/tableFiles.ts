import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { descriptorPath } from '../package/packageSource.ts';

/** A file that may be a table, by its ending. */
export interface TableFile {
  /** Its name in the folder. */
  readonly path: string;
  readonly kind: 'text' | 'parquet';
  readonly isCompressed: boolean;
}

/** Files without a description. */
export interface TableFolder {
  readonly folder: string;
  readonly files: readonly TableFile[];
  readonly hasDescriptor: boolean;
}

const ending = /\.(?:(?:csv|tsv|txt|tab|psv|dat|hpoa|maf)(\.gz)?|(parquet))$/i;

/** Whether the ending of a text says nothing of its form, so that it may be no table. */
export const mayBeProse = ({ path, kind }: TableFile): boolean =>
  kind === 'text' && !/\.(?:csv|tsv)(?:\.gz)?$/i.test(path);

/** Whether the name of a file ends as that of a table does. */
export const isTableName = (name: string): boolean => ending.test(name);

/**
 * The tables at the top of a folder, or the one file that the path names; null where there are none. Names that begin
 * with a dot are left out, and so are folders in the folder.
 */
export async function findTableFiles(path: string): Promise<TableFolder | null> {
  const stats = await stat(path).catch(() => null);
  if (stats === null) return null;
  const folder = stats.isDirectory() ? path : dirname(path);
  const entries = stats.isDirectory() ? await namesIn(path) : [basename(path)];
  const files = entries.filter((name) => !name.startsWith('.')).flatMap(tableFile);
  if (files.length === 0) return null;
  const hasDescriptor = (await stat(join(folder, descriptorPath)).catch(() => null)) !== null;
  return { folder, files, hasDescriptor };
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map(({ name }) => name)
    .sort();
}

function tableFile(name: string): TableFile[] {
  const match = ending.exec(name);
  if (match === null) return [];
  const kind = match[2] === undefined ? 'text' : 'parquet';
  return [{ path: name, kind, isCompressed: match[1] !== undefined }];
}
