import { UnreadableFile } from './packageErrors.ts';

/** How much a package may grow when it is unpacked: zips, and gzipped files in a zip or a folder. */
export interface UnpackLimits {
  /** All files together, in bytes. */
  readonly bytes: number;
  /** How many times its packed size a file may unpack to, where that is more than 64 MiB. */
  readonly ratio: number;
}

const mebibyte = 1024 * 1024;
const gibibyte = 1024 * mebibyte;

/** Tables of research data pack to about a tenth; a file made to exhaust a disk packs to a thousandth. */
export const defaultUnpackLimits: UnpackLimits = { bytes: 64 * gibibyte, ratio: 200 };

const freeBytes = 64 * mebibyte;

/** Adds up what one package unpacks to. */
export interface UnpackBudget {
  /** Throws UnreadableFile where the file, or the package with it, is too large; a file read twice counts once. */
  take(file: string, size: { readonly packed: number; readonly unpacked: number }): void;
}

/** A budget for one package. */
export function createUnpackBudget({ bytes, ratio }: UnpackLimits): UnpackBudget {
  const taken = new Map<string, number>();
  let total = 0;
  return {
    take: (file, { packed, unpacked }) => {
      const before = taken.get(file) ?? 0;
      if (unpacked > before) {
        taken.set(file, unpacked);
        total += unpacked - before;
      }
      if (unpacked > freeBytes && unpacked > packed * ratio)
        throw new UnreadableFile(file, `unpacks to more than ${ratio} times its packed size`);
      if (total > bytes)
        throw new UnreadableFile(file, `with it the package unpacks to more than ${inWords(bytes)}`);
    },
  };
}

const inWords = (bytes: number): string =>
  bytes >= gibibyte ? `${+(bytes / gibibyte).toFixed(1)} GiB` : `${+(bytes / mebibyte).toFixed(1)} MiB`;
