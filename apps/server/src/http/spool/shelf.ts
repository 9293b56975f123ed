import { PortalError } from '@atrium/contract/errors/errorCode';
import { TooManyRequests } from '../tooManyRequests.ts';
import type { SpoolFile } from './spoolFile.ts';

/** How much of the disk exports may take (rule 8.24). */
export interface SpoolLimits {
  /** Of all accounts together. */
  readonly megabytes: number;
  /** Of one account, and so of one export. */
  readonly eachMegabytes: number;
}

export const defaultSpoolLimits: SpoolLimits = { megabytes: 16_384, eachMegabytes: 4096 };

/** A file on the shelf. */
export interface Shelved {
  readonly file: SpoolFile;
  /** Keeps the file for a reader; returns the function to call when it was sent. */
  hold(): () => void;
  requireKept(): void;
  /** Removes a file that nobody may find and nobody reads; called once its first readers hold it. */
  settle(): void;
}

/** The room of one file that is being made. */
interface Room {
  /** Takes room for more bytes. @throws PortalError where there is none */
  reserve(bytes: number): void;
  /** Puts the file on the shelf, where it is found by its id; null: by nobody. */
  put(id: string | null, file: SpoolFile): Shelved;
  /** Gives the room back; the file was not made. */
  give(): void;
}

interface Lot {
  readonly owner: string;
  id: string | null;
  bytes: number;
  file: SpoolFile | null;
  madeAt: number;
  readers: number;
  isKept: boolean;
}

interface ShelfRules {
  readonly limits: SpoolLimits;
  readonly requireRoom: () => void;
  /** In milliseconds. */
  readonly now: () => number;
}

/** A file is found again for so long after it was made. */
const foundForMs = 3_600_000;

/** Each file on the shelf holds one of the files that a process may have open. */
const maxFiles = 256;

const megabyte = 1024 * 1024;

/** The disk is looked at once for so many bytes. */
const bytesBetweenLooks = 16 * megabyte;

/**
 * The files of the spool within their budget. When room is needed, files that nobody reads go first, the oldest before
 * the others; then those that are read for more than an hour, whose readers can resume later (rule 8.24).
 */
export function createShelf({ limits, requireRoom, now }: ShelfRules) {
  const { lots, isOld, drop, sweep, makeRoom, clear } = createLots(now);
  const max = limits.megabytes * megabyte;
  const maxOfOne = Math.min(max, limits.eachMegabytes * megabyte);
  const reserve = (lot: Lot, bytes: number): void => {
    const needed = lot.bytes + bytes;
    if (needed > maxOfOne) throw tooLarge(maxOfOne);
    const own = () => [...lots].filter(({ owner }) => owner === lot.owner);
    const lacksOwn = () => sumOf(own()) + bytes > maxOfOne;
    makeRoom(own, lacksOwn);
    if (lacksOwn()) throw ownIsFull();
    const lacksAny = () => sumOf(lots) + bytes > max || lots.size > maxFiles;
    makeRoom(() => [...lots], lacksAny);
    if (lacksAny()) throw isFull();
    if (Math.floor(needed / bytesBetweenLooks) > Math.floor(lot.bytes / bytesBetweenLooks) || lot.bytes === 0)
      requireRoom();
    lot.bytes = needed;
  };
  const shelvedOf = (lot: Lot, file: SpoolFile): Shelved => ({
    file,
    hold: () => {
      lot.readers += 1;
      let hasEnded = false;
      return () => {
        if (hasEnded) return;
        hasEnded = true;
        lot.readers -= 1;
        if (lot.readers === 0 && (lot.id === null || isOld(lot))) drop(lot);
      };
    },
    requireKept: () => {
      if (!lot.isKept) throw isFull();
    },
    settle: () => {
      if (lot.readers === 0 && lot.id === null) drop(lot);
    },
  });
  return {
    sweep,
    find: (id: string): Shelved | null => {
      sweep();
      for (const lot of lots)
        if (lot.id === id && lot.file !== null && !isOld(lot)) return shelvedOf(lot, lot.file);
      return null;
    },
    open: (owner: string): Room => {
      const lot: Lot = { owner, id: null, bytes: 0, file: null, madeAt: 0, readers: 0, isKept: true };
      lots.add(lot);
      return {
        reserve: (bytes) => reserve(lot, bytes),
        put: (id, file) => {
          Object.assign(lot, { id, file, madeAt: now() });
          return shelvedOf(lot, file);
        },
        give: () => void lots.delete(lot),
      };
    },
    close: clear,
  };
}

/** The files that are here or are being made, and how they go. */
function createLots(now: () => number) {
  const lots = new Set<Lot>();
  const closing = new Set<Promise<void>>();
  const isOld = ({ madeAt }: Lot): boolean => now() - madeAt >= foundForMs || now() < madeAt;
  const drop = (lot: Lot): void => {
    lot.isKept = false;
    lot.id = null;
    lots.delete(lot);
    if (lot.file === null) return;
    const { handle } = lot.file;
    // The last reader closes it; the room is free at once, and what is still read of it breaks off.
    const freed = (lot.readers > 0 ? handle.truncate(0) : handle.close()).catch(() => {});
    closing.add(freed);
    void freed.finally(() => closing.delete(freed));
  };
  return {
    lots,
    isOld,
    drop,
    sweep: (): void => {
      for (const lot of lots) if (lot.file !== null && lot.readers === 0 && isOld(lot)) drop(lot);
    },
    /** Drops the oldest files that may go, as long as there is too little room. */
    makeRoom: (among: () => Lot[], lacks: () => boolean): void => {
      const idle = among().filter(({ file, readers }) => file !== null && readers === 0);
      const old = among().filter((lot) => lot.file !== null && lot.readers > 0 && isOld(lot));
      for (const lot of [...byAge(idle), ...byAge(old)]) {
        if (!lacks()) return;
        drop(lot);
      }
    },
    clear: async (): Promise<void> => {
      for (const lot of lots) drop(lot);
      await Promise.all(closing);
    },
  };
}

const sumOf = (lots: Iterable<Lot>): number => [...lots].reduce((bytes, lot) => bytes + lot.bytes, 0);

const byAge = (lots: readonly Lot[]): Lot[] => [...lots].sort((one, other) => one.madeAt - other.madeAt);

const tooLarge = (bytes: number): PortalError =>
  new PortalError(
    'too_large',
    `This file would be larger than ${(bytes / megabyte).toLocaleString('en-US')} MB, the most that the portal makes for one account. Choose fewer columns or a smaller cohort.`,
  );

const ownIsFull = (): TooManyRequests =>
  new TooManyRequests(
    60,
    'Files of yours that are still being sent take all the room that the portal gives to one account. Please wait for one to end.',
  );

const isFull = (): TooManyRequests =>
  new TooManyRequests(
    60,
    'The files that the portal is sending take all the room that it has for them. Please try again in a few minutes.',
  );
