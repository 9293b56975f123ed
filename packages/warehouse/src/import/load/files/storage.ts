import { mkdir, open, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { PackageRefused } from '../../../package/packageErrors.ts';
import { copiedFolder } from '../../../releases/copiedFiles.ts';
import { ownerOf } from '../../../releases/storageAreas.ts';
import type { ImportJob } from '../importJob.ts';

/** The folder below which downloadable files lie; paths are relative to it, with `/`. */
export interface Storage {
  readonly isDryRun: boolean;
  /** The absolute path of a file that was found or copied. */
  local(path: string): string;
  /** A file that lies there by itself and belongs to the dataset; links are followed only to files that do, too. */
  find(path: string): Promise<{ readonly local: string; readonly size: number } | null>;
  /** Where a file of the package lies in the storage; null for one that lies elsewhere, and in a packed package. */
  placeOf(path: string): Promise<string | null>;
  /** Copies a file of the package, once, and returns where. Nothing is copied in a dry run. */
  copy(path: string, open: () => Promise<AsyncIterable<Buffer>>): Promise<string>;
  /** Waits until the disk has all copies: together, since one after the other takes many times as long. */
  sync(): Promise<void>;
}

/** The storage of an import; null where the caller has none. */
export async function openStorage({
  storage,
  plan: {
    dictionary: { datasetId },
  },
  signal,
}: Pick<ImportJob, 'storage' | 'signal' | 'plan'>): Promise<Storage | null> {
  if (storage === null) return null;
  const { release, isDryRun, areas } = storage;
  const isOwn = (below: string | null): boolean => below !== null && ownerOf(below, areas) === datasetId;
  const root = await makeRoot(storage.root);
  const folder = storage.packageFolder;
  const copies = new Map<string, Promise<string>>();
  const copy = async (path: string, open: () => Promise<AsyncIterable<Buffer>>): Promise<string> => {
    const copied = [copiedFolder, release, path].join('/');
    if (isDryRun) return copied;
    await write(join(root, copied), await open(), signal).catch((cause: unknown) => {
      throw isForbidden(cause) ? refusal(storage.root, cause) : cause;
    });
    return copied;
  };
  return {
    isDryRun,
    local: (path) => join(root, path),
    find: async (path) => {
      if (!isOwn(path)) return null;
      const local = await realpath(join(root, path)).catch(() => null);
      if (local === null || !isOwn(belowRoot(root, local))) return null;
      const state = await stat(local);
      return state.isFile() ? { local, size: state.size } : null;
    },
    placeOf: async (path) => {
      const local = folder === null ? null : await realpath(join(folder, path)).catch(() => null);
      return local === null ? null : belowRoot(root, local);
    },
    copy: (path, open) => {
      const known = copies.get(path) ?? copy(path, open);
      copies.set(path, known);
      return known;
    },
    sync: async () => {
      if (isDryRun) return;
      const written = await Promise.all(copies.values());
      for (let from = 0; from < written.length; from += syncedAtOnce) {
        signal?.throwIfAborted();
        await Promise.all(written.slice(from, from + syncedAtOnce).map((path) => syncFile(join(root, path))));
      }
    },
  };
}

async function makeRoot(root: string): Promise<string> {
  try {
    await mkdir(root, { recursive: true, mode: 0o700 });
    return await realpath(root);
  } catch (cause) {
    throw refusal(root, cause);
  }
}

/** The path of a file or folder below the root; null where it lies elsewhere. */
function belowRoot(root: string, folder: string): string | null {
  if (folder === root) return '';
  return folder.startsWith(root + sep) ? relative(root, folder).split(sep).join('/') : null;
}

const syncedAtOnce = 64;

async function syncFile(local: string): Promise<void> {
  const file = await open(local);
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** Writes a new file. */
async function write(
  local: string,
  bytes: AsyncIterable<Buffer>,
  signal: AbortSignal | undefined,
): Promise<void> {
  await mkdir(dirname(local), { recursive: true, mode: 0o700 });
  const file = await open(local, 'wx', 0o600);
  try {
    for await (const chunk of bytes) {
      signal?.throwIfAborted();
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
}

const isForbidden = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'EROFS'].includes(String(error.code));

const refusal = (root: string, cause: unknown): PackageRefused =>
  new PackageRefused(
    [`the storage ${root} cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`],
    { cause },
  );
