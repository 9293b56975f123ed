import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { copyCounted, sumOf } from '@atrium/warehouse';
import { anchorFile } from '../../audit/index.ts';
import { copiesFolder } from '../../database/index.ts';
import { homeFolders } from '../../home/index.ts';
import { type KeptFile, listFiles } from './manifest.ts';

/** The files of a data directory, without state, releases and files that are made again. */
export interface HomeFiles {
  readonly home: string;
  readonly storageRoot: string;
}

const unfinished = /^(state\.(new|broken)-|\.(installation|seal\.key)\.new$|\.restore-unfinished$)/;

/** Folders and files of a data directory that a back-up leaves out, or holds in a form of their own. */
function isLeftOut({ home, storageRoot }: HomeFiles, entry: string): boolean {
  const { warehouse, packages, uploads, spool, removed } = homeFolders(home);
  const folders = [warehouse, packages, uploads, spool, removed, copiesFolder(home)];
  const parts = [...folders, storageRoot, anchorFile(home)];
  const others = ['lock', 'state', 'lost+found'].map((name) => path.join(home, name));
  const found = path.join(home, entry);
  return [...parts, ...others].includes(found) || unfinished.test(entry);
}

interface Copying {
  readonly to: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Copies the files of a data directory that the operator and the portal keep there: its id, its key, the settings of
 * the site, of sign-in and of transfers, with what lies beside them.
 */
export async function copyHomeFiles(of: HomeFiles, { to, signal }: Copying): Promise<readonly KeptFile[]> {
  const kept: KeptFile[] = [];
  for (const entry of (await readdir(of.home)).sort()) {
    if (isLeftOut(of, entry)) continue;
    const found = await stat(path.join(of.home, entry));
    const names = found.isDirectory()
      ? (await listFiles(path.join(of.home, entry))).map((below) => `${entry}/${below}`)
      : [entry];
    for (const name of names) kept.push(await copyOne(path.join(of.home, name), { to, name, signal }));
  }
  return kept;
}

/** Copies all files below a folder. */
export async function copyTree(from: string, { to, signal }: Copying): Promise<readonly KeptFile[]> {
  const kept: KeptFile[] = [];
  for (const name of await listFiles(from))
    kept.push(await copyOne(path.join(from, name), { to, name, signal }));
  return kept;
}

async function copyOne(
  from: string,
  { to, name, signal }: Copying & { readonly name: string },
): Promise<KeptFile> {
  const target = path.join(to, name);
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  return { path: name, ...(await copyCounted(from, target, { signal })) };
}

/** Writes the heads of the audit that a data directory keeps, as far as a state knows them. */
export async function writeAnchors(lines: readonly string[], to: string): Promise<KeptFile> {
  const name = path.basename(anchorFile(to));
  const file = path.join(to, name);
  await writeFile(file, lines.map((line) => `${line}\n`).join(''), { mode: 0o600, flag: 'wx', flush: true });
  return { path: name, ...(await sumOf(file)) };
}
