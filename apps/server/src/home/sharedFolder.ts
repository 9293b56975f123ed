import { copyFile, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { syncFolder } from '../database/syncTree.ts';
import { homeFolders } from './homeFolder.ts';
import {
  beginInstallation,
  finishInstallation,
  installationFile,
  loadInstallation,
} from './installationFile.ts';
import { loadSealKey, sealKeyFile } from './sealKey.ts';

/** Whether the folder that several portals share belongs to this installation; null where it belongs to none yet. */
export async function isSharedBy(folder: string, id: string): Promise<boolean | null> {
  const found = await loadInstallation(folder);
  return found === null ? null : found.id === id;
}

export interface SharedFolder {
  readonly home: string;
  readonly folder: string;
  /** Below which downloadable files lie. */
  readonly storageRoot: string;
  /** The installation's. */
  readonly id: string;
  /** Whether a portal has begun to share this folder before. */
  readonly isBegun: boolean;
}

/**
 * Joins the folder that several portals share: it gets the id of the installation, the key of the first data directory
 * and its heads of the audit; later data directories get the key from it. The caller lets one portal join at a time.
 * @throws PortalError 'conflict' where it is another folder than that of the other portals, or the keys differ
 */
export async function joinSharedFolder({
  home,
  folder,
  storageRoot,
  id,
  isBegun,
}: SharedFolder): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const moves = [
    ['downloadable files', path.join(home, 'files'), storageRoot],
    ['files that staff have sent', homeFolders(home).uploads, homeFolders(folder).uploads],
  ] as const;
  for (const [what, from, to] of moves)
    if (from !== to && !(await hasEntries(to)) && (await hasEntries(from)))
      throw refusal(
        `The ${what} in ${from} would not be found: move them to ${to}, where all portals find them.`,
      );
  const isOurs = await isSharedBy(folder, id);
  if (isOurs === false)
    throw refusal(`The folder ${folder} of ATRIUM_SHARED_FOLDER belongs to another installation.`);
  if (isOurs === null && isBegun)
    throw refusal(
      `The folder ${folder} of ATRIUM_SHARED_FOLDER is not the one that the other portals share: it holds no installation.json. Mount the same folder on each machine. If that one is gone for good, write {"id":"${id}"} into ${installationFile(folder)}, so that this one replaces it.`,
    );
  for (const name of firstFiles) await copyOver(path.join(home, name), path.join(folder, name));
  if (isOurs === null) {
    await loadSealKey(folder);
    await beginInstallation(folder, { id });
    await finishInstallation(folder);
  } else if (!(await exists(sealKeyFile(folder))))
    throw refusal(
      `${sealKeyFile(folder)} is missing. Put it back: each data directory of the other portals has a copy.`,
    );
  await copyOver(sealKeyFile(folder), sealKeyFile(home));
  const [shared, own] = [await loadSealKey(folder), await loadSealKey(home)];
  if (!Buffer.from(shared).equals(own))
    throw refusal(
      `The keys ${sealKeyFile(home)} and ${sealKeyFile(folder)} differ. Put the older one in both: what was encrypted with it cannot be opened with the other.`,
    );
}

interface SharedStorage extends Pick<SharedFolder, 'folder' | 'storageRoot' | 'id'> {
  /** Whether a portal has marked the storage before. */
  readonly isKnown: boolean;
}

/**
 * Finds out a storage that is not the one of the other portals, as one that is not mounted: its folder gets an empty file
 * with the id of the installation in its name. Returns whether it has one. What lies in the shared folder needs none.
 * @throws PortalError 'conflict' where there is no folder, or it is another one
 */
export async function joinStorage({ folder, storageRoot, id, isKnown }: SharedStorage): Promise<boolean> {
  if (isBelow(folder, storageRoot)) return false;
  const isFolder = await stat(storageRoot).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (await isStorageOf(storageRoot, id)) return true;
  const mark = markIn(storageRoot, id);
  if (isFolder && !isKnown)
    return writeFile(mark, '', { mode: 0o600 }).then(
      () => true,
      // A storage that the portal may only read is not told apart from another.
      () => false,
    );
  throw refusal(
    isFolder
      ? `The storage ${storageRoot} is not the one of the other portals: it holds no file ${path.basename(mark)}. Mount the same folder on each machine. If the files have moved here, make this file.`
      : `There is no folder ${storageRoot} for the storage (ATRIUM_STORAGE). Mount the same folder on each machine.`,
  );
}

const markIn = (storageRoot: string, id: string): string => path.join(storageRoot, `.atrium-${id}`);

/** Whether a storage is marked as that of an installation. */
export const isStorageOf = (storageRoot: string, id: string): Promise<boolean> =>
  exists(markIn(storageRoot, id));

const isBelow = (folder: string, other: string): boolean => {
  const way = path.relative(folder, other);
  return !way.startsWith('..') && !path.isAbsolute(way);
};

/** What a portal that was alone takes into the folder. */
const firstFiles = ['seal.key', 'audit-anchors.ndjson'];

/** Copies a file if it is there and the other one is not, whole or not at all. */
async function copyOver(from: string, to: string): Promise<void> {
  if ((await exists(to)) || !(await exists(from))) return;
  const draft = path.join(path.dirname(to), `.${path.basename(to)}.new`);
  await copyFile(from, draft);
  await rename(draft, to);
  await syncFolder(path.dirname(to));
}

const hasEntries = (folder: string): Promise<boolean> =>
  readdir(folder).then(
    (names) => names.length > 0,
    () => false,
  );

const exists = (file: string): Promise<boolean> =>
  readFile(file).then(
    () => true,
    () => false,
  );

const refusal = (sentence: string): PortalError =>
  new PortalError('conflict', `${sentence} Nothing was changed.`);
