import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { loadInitialState } from './initialState.ts';
import { syncFolder, syncTree } from './syncTree.ts';

const folderName = 'state';
const unfinished = 'state.new-';

/** Whether the data directory has an embedded database. */
export const hasEmbedded = (home: string): boolean => existsSync(join(home, folderName));

/** Writes the embedded database to the disk; PGlite itself does not wait for it. */
export const syncEmbedded = (home: string): Promise<void> => syncTree(join(home, folderName));

/**
 * Opens the embedded PostgreSQL of a data directory and makes it where there is none. A PGlite that is killed while it
 * fills its folder leaves one that cannot be opened; so the folder has another name until it is complete.
 * The caller holds the lock of the data directory: PGlite takes none.
 */
export async function openEmbedded(home: string, onCreate: () => void): Promise<PGlite> {
  await removeUnfinished(home);
  const folder = join(home, folderName);
  if (!hasEmbedded(home)) {
    onCreate();
    await createFolder(home, folder);
  }
  return openFolder(folder);
}

const openFolder = (folder: string, loadDataDir?: Blob): Promise<PGlite> =>
  PGlite.create({ fs: new PrivateFiles(folder), ...(loadDataDir !== undefined && { loadDataDir }) });

async function createFolder(home: string, folder: string): Promise<void> {
  const { beside } = await makeBeside(home, async () => {});
  await rename(beside, folder);
  await syncFolder(home);
}

/** Makes a database in a folder of another name, has it filled, and waits for the disk. */
async function makeBeside(
  home: string,
  fill: (made: PGlite, beside: string) => Promise<void>,
): Promise<{ readonly beside: string }> {
  const beside = join(home, `${unfinished}${randomBytes(6).toString('hex')}`);
  const made = await openFolder(beside, await loadInitialState());
  try {
    await fill(made, beside);
  } finally {
    await made.close();
  }
  await syncTree(beside);
  return { beside };
}

/**
 * Replaces a database that cannot be opened by a new one that `fill` writes. The old one gets the given name, and is moved
 * only when the new one is complete and of the same PostgreSQL version.
 */
export async function replaceEmbedded(
  home: string,
  fill: (made: PGlite) => Promise<void>,
  asideName: string,
): Promise<void> {
  const folder = join(home, folderName);
  const { beside } = await makeBeside(home, async (made, newFolder) => {
    const [old, own] = [await versionOfFolder(folder), await versionOfFolder(newFolder)];
    if (old !== null && old !== own)
      throw new Error(`The state database is of PostgreSQL ${old}, and this version has ${own}.`);
    await fill(made);
  });
  await rename(folder, join(home, asideName));
  await rename(beside, folder);
  await syncFolder(home);
}

/** The major version of PostgreSQL that made a folder; null where it does not say. */
async function versionOfFolder(folder: string): Promise<string | null> {
  const file = join(folder, 'PG_VERSION');
  return existsSync(file) ? (await readFile(file, 'utf8')).trim() : null;
}

async function removeUnfinished(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (name.startsWith(unfinished)) await rm(join(home, name), { recursive: true, force: true });
  }
}

type Init = NodeFS['init'];

interface Attributes {
  mode?: number;
}

/** The parts of Emscripten's NODEFS that set the mode of a file: by path, and on an open stream. */
interface NodeFileSystem {
  readonly node_ops: {
    setattr(node: unknown, attributes: Attributes): void;
    mknod(parent: unknown, name: string, mode: number, device: number): unknown;
  };
  readonly stream_ops: { setattr(stream: unknown, attributes: Attributes): void };
}

/**
 * The folder of an embedded database, open to its owner only. Emscripten sets the mode of each file explicitly, despite
 * the umask of the process, and PostgreSQL wants 0666.
 */
class PrivateFiles extends NodeFS {
  override async init(...[pglite, options]: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(pglite, options);
    const restrictModes = (module: { NODEFS: NodeFileSystem }) => keepPrivate(module.NODEFS);
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [restrictModes, ...(emscriptenOpts.preRun ?? [])] },
    };
  }
}

const ofOwner = (mode: number): number => mode & ~0o077;

const restricted = (attributes: Attributes): Attributes =>
  attributes.mode === undefined ? attributes : { ...attributes, mode: ofOwner(attributes.mode) };

function keepPrivate({ node_ops: nodes, stream_ops: streams }: NodeFileSystem): void {
  const { setattr, mknod } = nodes;
  const setStream = streams.setattr;
  nodes.setattr = (node, attributes) => setattr(node, restricted(attributes));
  nodes.mknod = (parent, name, mode, device) => mknod(parent, name, ofOwner(mode), device);
  streams.setattr = (stream, attributes) => setStream(stream, restricted(attributes));
}
