import type { Readable } from 'node:stream';
import type { FilePlan } from './packagePlan.ts';
import type { UnpackBudget } from './unpackBudget.ts';

/** A file on this machine, with its size. */
export interface LocalFile {
  readonly localPath: string;
  readonly bytes: number;
}

/** Where files are unpacked to; an abort of the signal ends that. */
export interface Scratch {
  /** Private, and deleted after the import. */
  readonly scratchFolder: string;
  readonly signal: AbortSignal | undefined;
}

/**
 * The files of a data package in a folder or a zip; paths are relative, with `/`. A file that changes after it was
 * first asked for is refused, and so are the bytes of a zip that differ from their check sum.
 */
export interface PackageSource {
  /** Bytes of a file, unpacked from a zip but not from gzip; null when the package has no such file, links followed. */
  sizeOf(path: string): Promise<number | null>;
  /** The stream fails with UnreadableFile after its last byte unless all bytes are what the package holds. */
  open(path: string): Promise<Readable>;
  /**
   * The unpacked file on this machine, for readers that open it by its path; from a zip or from gzip it is written into
   * the scratch folder, once. Call it again after the last row: it throws UnreadableFile where the file has changed
   * since it was first seen.
   */
  verified(file: FilePlan, scratch: Scratch): Promise<LocalFile>;
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
