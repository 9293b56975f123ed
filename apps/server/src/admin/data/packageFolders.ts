import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { fieldRefusal } from '@atrium/contract/errors/errorCode';

const descriptor = 'datapackage.json';
const maxPackages = 500;

export interface FoundPackage {
  readonly path: string;
  readonly name: string;
}

/** The packages at the top of the folders that the operator opened, and one step below. */
export async function findPackages(folders: readonly string[]): Promise<FoundPackage[]> {
  const found: FoundPackage[] = [];
  for (const folder of folders) {
    const candidates = [folder, ...(await entriesOf(folder))];
    for (const candidate of candidates) {
      if (found.length === maxPackages) return found;
      if (await isPackage(candidate))
        found.push({ path: candidate, name: path.relative(path.dirname(folder), candidate) });
    }
  }
  return found;
}

async function entriesOf(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => !name.startsWith('.'))
    .sort()
    .map((name) => path.join(folder, name));
}

const isFile = (file: string): Promise<boolean> =>
  stat(file).then(
    (found) => found.isFile(),
    () => false,
  );

const isPackage = async (candidate: string): Promise<boolean> =>
  candidate.endsWith('.zip') ? isFile(candidate) : isFile(path.join(candidate, descriptor));

/**
 * The real path of a package below one of the folders that the operator opened. Links are followed first, so that none
 * leads out of them; what lies elsewhere is refused like what does not exist.
 */
export async function requireOpened(given: string, folders: readonly string[]): Promise<string> {
  const real = await realpath(path.resolve(given)).catch(() => null);
  for (const folder of folders) {
    const root = await realpath(folder).catch(() => null);
    if (root === null || real === null) continue;
    if (real === root || real.startsWith(root + path.sep)) return real;
  }
  throw fieldRefusal(
    'bad_request',
    'path',
    'there is no package here that may be imported. The operator opens folders with ATRIUM_PACKAGE_FOLDERS.',
  );
}
