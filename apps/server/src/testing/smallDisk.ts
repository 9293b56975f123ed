import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A disk of its own in memory, which a test fills. */
export interface SmallDisk {
  readonly folder: string;
  /** Fills it until only so many megabytes are free. */
  fill(left?: number): void;
  /** Makes files until no more can be made. */
  useUpFiles(): void;
  makeReadOnly(): void;
  /** Removes the files that filled it, and makes it writable again. */
  makeRoom(): void;
  discard(): void;
}

const megabyte = 1024 * 1024;

/** Null where this user may not mount one; each such case prints a note. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-disk-'));
  const mount = (...args: readonly string[]) => execFileSync('mount', [...args, folder], { stdio: 'ignore' });
  try {
    mount('-t', 'tmpfs', '-o', `size=${megabytes}m,nr_inodes=20000`, 'tmpfs');
  } catch {
    rmdirSync(folder);
    process.stderr.write('!!! SKIPPED: this user may not mount a disk, so no test fills one.\n');
    return null;
  }
  const filler = (name: number | string): string => path.join(folder, `filler-${name}`);
  return {
    folder,
    fill: (left = 0) => {
      // Others may write meanwhile, so that there is less room than was found.
      for (let isFull = false; !isFull; ) {
        const { bavail, bsize } = statfsSync(folder);
        const bytes = bavail * bsize - left * megabyte;
        const file = filler(readdirSync(folder).length);
        isFull = bytes <= 0 || spawnSync('fallocate', ['-l', String(bytes), file]).status === 0;
      }
    },
    useUpFiles: () => {
      for (let left = statfsSync(folder).ffree; left > 0; left -= 1) writeFileSync(filler(`of-${left}`), '');
    },
    makeReadOnly: () => mount('-o', 'remount,ro'),
    makeRoom: () => {
      mount('-o', 'remount,rw');
      for (const name of readdirSync(folder)) if (name.startsWith('filler-')) rmSync(path.join(folder, name));
    },
    discard: () => {
      execFileSync('umount', ['--lazy', folder]);
      rmdirSync(folder);
    },
  };
}
