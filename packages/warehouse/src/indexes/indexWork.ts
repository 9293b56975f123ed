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

interface WorkOptions extends IndexOptions {
  readonly now: () => number;
  readonly takeRoom: (entry: Entry, bytes: number) => boolean;
}

/** Loads and builds indexes. */
export function createIndexWork(store: IndexStore, { thread, now, takeRoom, ...options }: WorkOptions) {
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
    entry.state = 'ready';
  };
  /** One after the other: each takes a processor. */
  const build = async (entry: Entry): Promise<void> => {
    entry.state = 'building';
    const { release, file, tables, stopping } = entry;
    const built = builds.then(() => {
      stopping.signal.throwIfAborted();
      return store.makeIndex({ release, file, tables }, stopping.signal);
    });
    builds = built.catch(() => {});
    await built;
  };
  const prepare = async (entry: Entry, isWanted: boolean): Promise<void> => {
    try {
      if (isWanted)
        await load(entry).catch(async (error: unknown) => {
          if (!mustBeBuilt(error)) throw error;
          await build(entry);
          await load(entry);
        });
      else if (!(await exists(entry.file))) await build(entry);
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
