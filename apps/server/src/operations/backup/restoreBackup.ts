import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { copyCounted, requireSame, type Sum, sumOf, type Warehouse } from '@atrium/warehouse';
import type { Kysely } from 'kysely';
import { restoreState, type Schema, tableFile } from '../../database/index.ts';
import { backupFolders, type KeptFile, listFiles, loadManifest, type Manifest } from './manifest.ts';

type Step = (step: string, detail?: string) => void;

interface Reading {
  readonly onStep: Step;
  readonly signal: AbortSignal;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/**
 * Reads a whole back-up and compares every file with the manifest.
 * @throws PortalError 'conflict' that names the first file that is missing, too many or different
 */
export async function checkBackup(folder: string, { onStep, signal }: Reading): Promise<Manifest> {
  const manifest = await loadManifest(folder);
  const wanted = filesOf(folder, manifest);
  const surplus = (await listFiles(folder)).find(
    (name) => name !== 'manifest.json' && !wanted.has(path.join(folder, name)),
  );
  if (surplus !== undefined)
    throw new PortalError('conflict', `The back-up holds ${surplus}, which its manifest does not name.`);
  for (const [file, sum] of wanted) {
    signal.throwIfAborted();
    onStep('reading the back-up', path.relative(folder, file));
    try {
      const found = await sumOf(file, signal);
      requireSame(file, found, sum);
    } catch (cause) {
      if (signal.aborted) throw cause;
      const reason = isMissing(cause) ? `${file} is missing.` : cause instanceof Error ? cause.message : '';
      throw new PortalError('conflict', `The back-up is not whole. ${reason}`, { cause });
    }
  }
  return manifest;
}

type Wanted = ReadonlyMap<string, Sum>;

/** Every file that the back-up must hold. */
function filesOf(folder: string, { state, warehouse, files, stored }: Manifest): Wanted {
  const folders = backupFolders(folder);
  return new Map<string, Sum>([
    ...state.tables.map((table) => [tableFile(folders.state, table), table] as const),
    ...files.map((file) => [path.join(folders.files, file.path), file] as const),
    ...(stored ?? []).map((file) => [path.join(folders.stored, file.path), file] as const),
    ...warehouse.releases.flatMap(({ name, parts }) =>
      parts.map((part) => [path.join(folders.warehouse, name, part.file), part] as const),
    ),
  ]);
}

export interface RestoreTarget {
  readonly home: string;
  readonly storageRoot: string;
  /** Opens an empty state database. */
  readonly openState: () => Promise<{ readonly db: Kysely<Schema>; close(): Promise<void> }>;
  readonly openWarehouse: () => Promise<Warehouse>;
}

/**
 * Fills an empty data directory and empty databases with a back-up that was checked. Everything that is made is read
 * again and compared. Releases go into the warehouse that is chosen, whichever they were in. After an error the databases
 * are as empty as before (rule 16.3).
 */
export async function restoreInto(
  target: RestoreTarget,
  { folder, manifest }: { readonly folder: string; readonly manifest: Manifest },
  { onStep, signal }: Reading,
): Promise<void> {
  const folders = backupFolders(folder);
  const warehouse = await target.openWarehouse();
  const restored: string[] = [];
  try {
    await requireEmpty(warehouse);
    for (const { name, parts } of manifest.warehouse.releases) {
      onStep('storing the releases', name);
      restored.push(name);
      await warehouse.releases.restore(
        { release: name, folder: path.join(folders.warehouse, name), signal },
        parts,
      );
      await warehouse.questions.open(name);
    }
    onStep('copying files');
    await copyBack(manifest.files, { from: folders.files, to: target.home, signal });
    if (manifest.stored !== null)
      await copyBack(manifest.stored, { from: folders.stored, to: target.storageRoot, signal });
    onStep('storing the state');
    const { db, close } = await target.openState();
    try {
      await restoreState(db, { folder: folders.state, state: manifest.state });
    } finally {
      await close();
    }
  } catch (error) {
    for (const name of restored.reverse()) await warehouse.releases.remove(name);
    throw error;
  } finally {
    await warehouse.close();
  }
}

async function requireEmpty(warehouse: Warehouse): Promise<void> {
  if ((await warehouse.releases.list()).length > 0)
    throw new PortalError(
      'conflict',
      'The warehouse holds releases. Restore into an empty one. Nothing was changed.',
    );
}

async function copyBack(
  files: readonly KeptFile[],
  { from, to, signal }: { readonly from: string; readonly to: string; readonly signal: AbortSignal },
): Promise<void> {
  for (const file of files) {
    const target = path.join(to, file.path);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await copyCounted(path.join(from, file.path), target, { expected: file, signal });
  }
}

/** A folder that every new file system has in its root. */
const harmless: ReadonlySet<string> = new Set(['lost+found']);

/** Refuses a data directory that has something in it. */
export async function requireEmptyHome(home: string): Promise<void> {
  const found = (await readdir(home).catch(() => [])).filter((name) => !harmless.has(name));
  if (found.length === 0) return;
  throw new PortalError(
    'conflict',
    `The data directory ${home} has something in it (${found.slice(0, 3).join(', ')}). Restore into one that is empty or does not exist; choose it with ATRIUM_HOME. Nothing was changed.`,
  );
}

/** Removes everything that a failed restore has made. */
export async function emptyHome(home: string): Promise<void> {
  for (const name of await readdir(home))
    if (!harmless.has(name)) await rm(path.join(home, name), { recursive: true, force: true });
}
