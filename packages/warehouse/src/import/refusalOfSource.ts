import { basename } from 'node:path';
import { isOutOfMemory, memoryOfImports } from '../duckdb/instance.ts';
import { PackageRefused, UnreadableFile } from '../package/packageErrors.ts';
import { toUnreadable } from './rows/openText.ts';

/** What the system says of a path that is not what it was taken for. */
const systemFaults: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['ENOTDIR', 'a part of its path is no folder'],
  ['EISDIR', 'is a folder, not a file'],
  ['EACCES', 'may not be read'],
  ['EPERM', 'may not be read'],
  ['ELOOP', 'is a link that leads to itself'],
  ['ENAMETOOLONG', 'has too long a name'],
  ['EEXIST', 'is named twice'],
  ['EINVAL', 'cannot be read'],
  ['EIO', 'cannot be read'],
  ['ENXIO', 'cannot be read'],
]);

/** An error over the files that somebody gave as a refusal; every other error stays as it is (rule 10.33). */
export function refusalOfSource(error: unknown): unknown {
  if (isOutOfMemory(error))
    return new PackageRefused([`the tables need more than ${memoryOfImports} MB of memory`], {
      cause: error,
    });
  const fault = toUnreadable(error, { file: 'The source', encoding: 'UTF-8' });
  const reason = fault instanceof UnreadableFile ? fault.message : reasonOf(error);
  return reason === null ? error : new PackageRefused([reason], { cause: error });
}

function reasonOf(error: unknown): string | null {
  if (error instanceof RangeError)
    return 'The source is nested more deeply, or has longer texts, than can be read.';
  if (!(error instanceof Error) || !('code' in error)) return null;
  const fault = systemFaults.get(String(error.code));
  if (fault === undefined) return null;
  const path = 'path' in error && typeof error.path === 'string' ? basename(error.path) : 'The source';
  return `${path}: ${fault}`;
}
