import { LargeIndex } from '@atrium/index';
import type { Entry } from './indexMemory.ts';

/** An index whose file other processes can have. */
export interface SharedIndex {
  readonly name: string;
  readonly bytes: number;
  /** Of its bytes, hex. */
  readonly sha256: string;
}

/** The index of a release, and its file in this process. */
export interface IndexFile {
  readonly release: string;
  readonly file: string;
  /** Tells the tables that it is of from those of every other release. */
  readonly tables: string;
}

/** Where several processes keep the files of indexes, each of which one of them makes (rule 16.34). */
export interface SharedIndexes {
  /** Waits until no other process makes the index of a release; the returned function lets others make it. */
  takeTurn(release: string, signal: AbortSignal): Promise<() => Promise<void>>;
  /** Null where no process has put one there that is whole. */
  find(wanted: Pick<IndexFile, 'release' | 'tables'>): Promise<SharedIndex | null>;
  /** Copies an index into a file, which gets its name when it is whole and has the size and the sum. */
  fetch(found: SharedIndex, file: string, signal: AbortSignal): Promise<void>;
  /** Others find it when it is there as a whole. */
  put(made: IndexFile, signal: AbortSignal): Promise<void>;
  /** Tells the other processes that what was put is to take the place of what they have. */
  tellRemade(release: string): void;
  /** Calls the listener with what other processes tell. */
  onRemade(listener: (release: string) => void): void;
  /** Deletes those of releases that are not in the list. */
  cleanUp(list: () => Promise<readonly string[]>): Promise<void>;
  /** Gets why one could not be had or given; the process makes or keeps its own then. */
  readonly onFault: (error: unknown) => void;
}

/** How this process shares indexes with others; as long as there are none, with nobody. */
export function createSharing(maxBytes: number) {
  let others: SharedIndexes | null = null;
  const orElse = async <Result>(entry: Entry, work: Promise<Result>, instead: Result): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      entry.stopping.signal.throwIfAborted();
      if (error instanceof LargeIndex) throw error;
      others?.onFault(error);
      return instead;
    }
  };
  const fetchFrom = async (from: SharedIndexes, entry: Entry): Promise<boolean> => {
    const found = await from.find(entry);
    if (found === null || found.sha256 === entry.fetched) return false;
    entry.isTooLarge = found.bytes > maxBytes;
    if (entry.isTooLarge) throw new LargeIndex(found.bytes);
    entry.state = 'loading';
    entry.fetched = found.sha256;
    await from.fetch(found, entry.file, entry.stopping.signal);
    return true;
  };
  return {
    share: (shared: SharedIndexes, replace: (release: string) => Promise<void>): void => {
      others = shared;
      shared.onRemade((release) => void replace(release).catch(shared.onFault));
    },
    /**
     * Fetches what another process has made; false where there is none but the one that was of no use. Throws LargeIndex
     * where it is larger than the memory for indexes.
     */
    fetch: async (entry: Entry): Promise<boolean> =>
      others !== null && (await orElse(entry, fetchFrom(others, entry), false)),
    takeTurn: async ({ release, stopping }: Entry): Promise<() => Promise<void>> =>
      (await others?.takeTurn(release, stopping.signal)) ?? (async () => {}),
    /** Where it is made anew, the others are to have it in place of theirs. */
    give: async (entry: Entry, isAnew: boolean): Promise<void> => {
      if (others === null) return;
      const put = others.put(entry, entry.stopping.signal).then(() => true);
      if ((await orElse(entry, put, false)) && isAnew) others.tellRemade(entry.release);
    },
    /** What cannot be deleted now is deleted later: no import waits for a storage. */
    cleanUp: async (list: () => Promise<readonly string[]>): Promise<void> => {
      await others?.cleanUp(list).catch(others.onFault);
    },
  };
}
