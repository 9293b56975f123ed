import type { LeftOut, OpenIndex } from '@atrium/index';

/** What is known of the index of a release's tables. */
export interface IndexState {
  /** The release that holds the tables; those with another dictionary for the same tables share its index. */
  readonly release: string;
  /** `none`: it is not in memory; `too_large`: it does not fit into the memory for indexes. */
  readonly state: 'ready' | 'loading' | 'building' | 'none' | 'too_large';
  /** Its memory; null while that is not known. */
  readonly bytes: number | null;
  /** Of all collections; null while that is not known. */
  readonly rows: number | null;
  readonly builtAt: Date | null;
  /** By the numbers of the concepts: statements answer questions about them. */
  readonly leftOut: ReadonlyMap<number, LeftOut>;
  /** Why there is none; null where there is one, or none was tried. */
  readonly fault: string | null;
}

/** The index of a release's tables: at first neither its file is known nor anything in memory. */
export interface Entry {
  readonly release: string;
  readonly file: string;
  /** Tells its tables from those of every other release. */
  readonly tables: string;
  readonly stopping: AbortController;
  state: IndexState['state'];
  found: Omit<IndexState, 'release' | 'state'>;
  index: OpenIndex | null;
  isTooLarge: boolean;
  /** The check sum of what was fetched from other processes and is not loaded yet. */
  fetched: string | null;
  /** Bytes of memory that it takes, or is about to take. */
  taken: number;
  usedAt: number;
  /** Nothing is tried before. */
  retryAt: number;
  /** How often it failed since it was last ready. */
  failures: number;
  /** Loading or building. */
  work: Promise<void> | null;
}

const nothingFound: Entry['found'] = {
  bytes: null,
  rows: null,
  builtAt: null,
  leftOut: new Map(),
  fault: null,
};

export const newEntry = (given: Pick<Entry, 'release' | 'file' | 'tables'>): Entry => ({
  ...given,
  stopping: new AbortController(),
  state: 'none',
  found: nothingFound,
  index: null,
  isTooLarge: false,
  fetched: null,
  taken: 0,
  usedAt: 0,
  retryAt: 0,
  failures: 0,
  work: null,
});

export const stateOf = ({ release, state, found }: Entry): IndexState => ({ release, state, ...found });

/** What failed is tried again after so long, and after twice as long each time that it fails again. */
const retryMs = 60_000;
const maxDoublings = 6;

export function fail(entry: Entry, error: unknown, now: number): void {
  entry.found = { ...entry.found, fault: error instanceof Error ? error.message : String(error) };
  entry.retryAt = now + retryMs * 2 ** Math.min(entry.failures, maxDoublings);
  entry.failures += 1;
}

export function letGo(entry: Entry): void {
  entry.index?.close();
  entry.index = null;
  entry.taken = 0;
  entry.state = entry.isTooLarge ? 'too_large' : 'none';
}

/** Lets go of it and of what is known of it. */
export function reset(entry: Entry): void {
  entry.isTooLarge = false;
  letGo(entry);
  entry.found = nothingFound;
  entry.retryAt = 0;
  entry.failures = 0;
}

/** An index that was used within this time is not let go for another. */
const keptMs = 60_000;

/** Bytes of memory that indexes take together. */
export const takenBy = (entries: readonly Entry[]): number =>
  entries.reduce((sum, { taken }) => sum + taken, 0);

interface Room {
  /** Of all indexes together. */
  readonly maxBytes: number;
  readonly now: () => number;
}

/** Takes room for an index, for which others are let go that were not used for longest; false where there is too little. */
export const roomFor =
  (entries: ReadonlyMap<string, Entry>, { maxBytes, now }: Room) =>
  (entry: Entry, bytes: number): boolean => {
    const others = [...entries.values()].filter((other) => other !== entry);
    const fits = (): boolean => takenBy(others) + bytes <= maxBytes;
    const unused = others
      .filter(({ index, usedAt }) => index !== null && usedAt + keptMs < now())
      .sort((one, other) => one.usedAt - other.usedAt);
    if (bytes <= maxBytes)
      for (const other of unused) {
        if (fits()) break;
        letGo(other);
      }
    if (!fits()) return false;
    entry.taken = bytes;
    return true;
  };
