import type { Readable } from 'node:stream';
import type { UnpackBudget } from './unpackBudget.ts';

/** The files of a data package in a folder or a zip; paths are relative, with `/`. */
export interface PackageSource {
  /** Bytes of a file, unpacked from a zip but not from gzip; null when the package has no such file, links followed. */
  sizeOf(path: string): Promise<number | null>;
  open(path: string): Promise<Readable>;
  /** The path of a file on this machine with the content; from a zip it is written into `scratchFolder`. */
  localFile(path: string, scratchFolder: string): Promise<string>;
  /** What its files may grow to. */
  readonly budget: UnpackBudget;
  close(): Promise<void>;
}

/** The descriptor at the top of every package. */
export const descriptorPath = 'datapackage.json';

/** Whether a path names something by its protocol, as `https://…` does. */
export const isAddress = (path: string): boolean => /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(path);

/** Why a path in a descriptor may not be followed, or null: it must stay inside the package (Data Package 2, "path"). */
export function pathObjection(path: string): string | null {
  if (path === '') return 'is empty';
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(path)) return 'is not a path inside the package';
  if (path.startsWith('/') || path.startsWith('~') || path.includes('\\')) {
    return 'is not a path inside the package';
  }
  if (path.split('/').includes('..')) return 'leads out of the package';
  if (path.includes('\0')) return 'is not a path inside the package';
  return null;
}

/** `./a//b` and `a/b` are one file. */
export const plainPath = (path: string): string =>
  path
    .split('/')
    .filter((step) => step !== '' && step !== '.')
    .join('/');
