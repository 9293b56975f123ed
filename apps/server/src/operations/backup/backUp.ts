import path from 'node:path';
import { formatQuantity } from '@atrium/contract/calendar/numerals';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { Operation, OperationDeps, Watcher } from '../operation.ts';
import { makeBackup } from './makeBackup.ts';

/** Makes a back-up of the data directory and its databases, and says what is in it and what is not. */
export async function backUp(
  deps: OperationDeps,
  { into, withFiles, keep }: Extract<Operation, { kind: 'backup' }>,
  watcher: Watcher,
): Promise<readonly string[]> {
  const { installed } = deps;
  if (installed === undefined) throw new PortalError('conflict', 'There is no data directory to back up.');
  const { home, storageRoot } = installed;
  if (isWithin(home, into))
    throw new PortalError(
      'bad_request',
      `${into} lies in the data directory. Back up to another folder, best on another disk.`,
    );
  const { folder, manifest, missing, deleted } = await makeBackup(
    { ...deps, ...installed },
    { into, withFiles, keep },
    watcher,
  );
  const { state, warehouse, files, stored } = manifest;
  const parts = [
    ...state.tables,
    ...warehouse.releases.flatMap((release) => release.parts),
    ...files,
    ...(stored ?? []),
  ];
  const rows = state.tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  const outside = installed.settingsFiles.filter((file) => !isWithin(home, file));
  return [
    `The back-up is ${folder}`,
    `It holds ${formatQuantity(state.tables.length, 'table')} with ${formatQuantity(rows, 'row')}, ${formatQuantity(warehouse.releases.length, 'release')} and ${formatQuantity(files.length + (stored?.length ?? 0), 'file')}: ${formatQuantity(Math.ceil(bytes / 1e6), 'MB', 'MB')}.`,
    'It is as secret as the data directory, and not encrypted.',
    ...missing.map((name) => `The data of ${name}, which is live, are not here and so not in the back-up.`),
    ...(withFiles ? [] : [`Not in it: downloadable files in ${storageRoot}.`]),
    ...outside.map((file) => `Not in it: ${file}, which lies outside the data directory.`),
    ...deleted.map((name) => `Deleted: ${name}.`),
  ];
}

function isWithin(folder: string, file: string): boolean {
  const way = path.relative(folder, file);
  return way === '' || !(way.startsWith('..') || path.isAbsolute(way));
}
