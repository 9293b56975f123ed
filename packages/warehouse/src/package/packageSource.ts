import type { Readable } from 'node:stream';
import type { UnpackBudget } from './unpackBudget.ts';

/** The files of a data package, wherever they lie; paths are relative, with `/`. */
export interface PackageSource {
  /** Bytes as they lie in the package, or null when there is no such file inside it, links followed. */
  sizeOf(path: string): Promise<number | null>;
  open(path: string): Promise<Readable>;
  /** A path on this machine with the file's content, written into `scratchFolder` where need be. */
  localFile(path: string, scratchFolder: string): Promise<string>;
  /** What its files may grow to. */
  readonly budget: UnpackBudget;
  close(): Promise<void>;
}

/** The descriptor at the top of every package. */
export const descriptorPath = 'datapackage.json';
