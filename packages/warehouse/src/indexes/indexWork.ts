import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import {
  BrokenIndex,
  type IndexThreads,
  LargeIndex,
  loadIndex,
  loadKernelModule,
  openIndexThreads,
  sharedMemory,
} from '@atrium/index';
import { type Entry, fail, letGo } from './indexMemory.ts';
import type { IndexStore } from './indexStore.ts';
import type { createSharing } from './sharedIndexes.ts';

export interface IndexOptions {
  /** Of all indexes in memory together. Default: an eighth of the memory of the machine. */
  readonly maxBytes?: number;
  /** What the threads load that answer questions; default: questions are answered in the thread of the caller. */
  readonly thread?: URL | undefined;
  /** Default: the number of processors. */
  readonly threads?: number;
  /** In milliseconds. Default: that of the process. */
  readonly now?: () => number;
  /** Gets what an index failed with where a question was put to it, which a statement answers then. */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

/** How an index is wanted: in memory; as a file; in memory, made anew whatever files there are. */
export type Wanted = 'loaded' | 'made' | 'anew';

interface WorkOptions extends IndexOptions {
  readonly now: () => number;
  readonly sharing: ReturnType<typeof createSharing>;
  readonly takeRoom: (entry: Entry, bytes: number) => boolean;
}

/** Loads, fetches and builds indexes. */
export function createIndexWork(
  store: IndexStore,
  { thread, now, takeRoom, sharing, ...options }: WorkOptions,
) {
  let threads: IndexThreads | null = null;
  let builds: Promise<void> = Promise.resolve();

  const load = async (entry: Entry): Promise<void> => {
    entry.state = 'loading';
    const { mtime } = await stat(entry.file);
    threads ??= openIndexThreads({
      file: thread ?? null,
      threads: thread === undefined ? 1 : (options.threads ?? availableParallelism()),
      module: loadKernelModule(),
      atOnce: thread !== undefined,
    });
    let wasm = sharedMemory(0);
    const index = await loadIndex(entry.file, {
      of: entry.tables,
      scratch: threads.scratch,
      takeRoom: (bytes) => {
        entry.isTooLarge = !takeRoom(entry, bytes);
        return !entry.isTooLarge;
      },
      makeMemory: (bytes) => {
        wasm = sharedMemory(bytes);
        return wasm.buffer;
      },
    });
    entry.stopping.signal.throwIfAborted();
    const rows = [...index.collections.values()].reduce((sum, collection) => sum + collection.rows, 0);
    entry.found = { bytes: index.free, rows, builtAt: mtime, leftOut: index.leftOut, fault: null };
    entry.index = threads.open({ ...index, wasm });
    entry.usedAt = now();
    entry.failures = 0;
    entry.fetched = null;
    entry.state = 'ready';
  };
  /** False where there is no file of use. */
  const loads = (entry: Entry): Promise<boolean> =>
    load(entry).then(
      () => true,
      (error: unknown) => {
        if (mustBeBuilt(error)) return false;
        throw error;
      },
    );
  /** One process at a time makes the index of a release, and gives it to the others. */
  const makeInTurn = async (entry: Entry, isAnew: boolean): Promise<void> => {
    const { release, file, tables, stopping } = entry;
    const { signal } = stopping;
    signal.throwIfAborted();
    const endTurn = await sharing.takeTurn(entry);
    try {
      if (!isAnew && (await sharing.fetch(entry))) return;
      entry.state = 'building';
      await store.makeIndex({ release, file, tables }, signal);
      await sharing.give(entry, isAnew);
    } finally {
      await endTurn();
    }
  };
  /** One after the other: each takes a processor. */
  const make = async (entry: Entry, isAnew = false): Promise<void> => {
    entry.state = 'building';
    const made = builds.then(() => makeInTurn(entry, isAnew));
    builds = made.catch(() => {});
    await made;
  };
  const obtain = async (entry: Entry, wanted: Wanted): Promise<void> => {
    if (wanted === 'made') {
      if (!(await exists(entry.file))) await make(entry);
      return;
    }
    if (wanted === 'loaded') {
      if (await loads(entry)) return;
      if ((await sharing.fetch(entry)) && (await loads(entry))) return;
    }
    await make(entry, wanted === 'anew');
    await load(entry);
  };
  const prepare = async (entry: Entry, wanted: Wanted): Promise<void> => {
    try {
      await obtain(entry, wanted);
    } catch (error) {
      fail(entry, error, now());
      if (!(error instanceof LargeIndex)) return;
      // There may be room soon, and to look costs little.
      entry.failures = 0;
      entry.found = { ...entry.found, bytes: error.bytes, fault: null };
    } finally {
      if (entry.index === null) letGo(entry);
      entry.work = null;
    }
  };
  return {
    /** Makes the file where there is none, and loads it where it is wanted. A fault is noted. */
    prepare,
    close: async (): Promise<void> => threads?.close(),
  };
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/** There is no file, or none of this version, or it is damaged. */
const mustBeBuilt = (error: unknown): boolean =>
  error instanceof BrokenIndex || (error instanceof Error && 'code' in error && error.code === 'ENOENT');
