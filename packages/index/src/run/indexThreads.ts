import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { ReleaseIndex, SharedIndex } from '../layout/releaseIndex.ts';
import { blocksOfIndex, shareBlocks } from './blocks.ts';
import { createFlags, isStoppedIn } from './indexFlags.ts';
import type { IndexAnswer, IndexOrder, IndexThreadData } from './indexTask.ts';
import { createIndexWorker } from './indexWorker.ts';
import { type IndexJob, isIndivisible, type JobFigures, joinFigures } from './jobs.ts';
import { createQuickIndex, scratchOfCaller } from './quickIndex.ts';

/** The index gives no answer, for a reason that has nothing to do with the question: statements answer instead. */
export class IndexFault extends Error {}

/** An index that questions may be put to. */
export interface AnsweringIndex {
  /** What questions are compiled for. */
  readonly index: ReleaseIndex;
  /** The figures of all subjects. Rejects with the signal's reason, or with an IndexFault. */
  run(job: IndexJob, signal?: AbortSignal): Promise<JobFigures>;
}

/** An index in the hands of those who opened it. */
export interface OpenIndex extends AnsweringIndex {
  /** Nobody may ask any more; questions that have begun are answered. */
  close(): void;
}

export interface IndexThreads {
  /** In bytes: behind each index, so much memory is theirs. */
  readonly scratch: number;
  open(index: SharedIndex): OpenIndex;
  /** Questions that are not answered yet reject with an IndexFault. */
  close(): Promise<void>;
}

interface Options {
  /** What each thread loads; null: the questions run in the thread of the caller. */
  readonly file: URL | null;
  readonly threads: number;
  readonly module: WebAssembly.Module | null;
  /** Whether the thread of the caller answers what takes less time than to wake others (rule 16.31). Default: false. */
  readonly atOnce?: boolean;
  /** In milliseconds: what takes that thread longer is left to others. Default: 4. */
  readonly patience?: number;
  /** A thread that has died is replaced after so long. Default: 1000. */
  readonly restartMs?: number;
}

/** What each thread of `openIndexThreads` loads, in a build. */
export const builtIndexThread = new URL('./indexThread.js', import.meta.url);

/** Of one thread in the memory of one index. */
export const scratchOfThread = 24 * 1024 * 1024;

interface Started {
  readonly post: (order: IndexOrder) => void;
  readonly end: () => Promise<unknown>;
}

interface StartOptions extends IndexThreadData {
  readonly file: URL | null;
  readonly answer: (given: IndexAnswer) => void;
  readonly onDeath: () => void;
}

function start({ file, answer, onDeath, ...data }: StartOptions): Started {
  if (file === null) {
    const worker = createIndexWorker({ module: data.module, isStopped: isStoppedIn(data.flags) });
    const post: Started['post'] = (order) => {
      const given = worker.receive(order);
      if (given !== null) answer(given);
    };
    return { post, end: async () => {} };
  }
  const thread = new Worker(file, { workerData: data });
  thread.on('message', answer);
  // Its end is all that matters of a fault.
  thread.on('error', () => {});
  thread.once('exit', onDeath);
  thread.unref();
  return { post: (order) => thread.postMessage(order), end: () => thread.terminate() };
}

type Task = Omit<Extract<IndexOrder, { order: 'run' }>, 'task' | 'order'>;

/** One of the threads: after its death another takes its place and gets the open indexes. */
interface Slot {
  open(index: number, order: IndexOrder): void;
  close(index: number): void;
  run(task: Task): Promise<JobFigures>;
  end(): Promise<void>;
}

function createSlot(data: Omit<StartOptions, 'answer' | 'onDeath'>, restartMs: number): Slot {
  const opened = new Map<number, IndexOrder>();
  const waiting = new Map<number, { answer(given: IndexAnswer): void; reject(error: Error): void }>();
  const ending = new AbortController();
  let tasks = 0;
  let thread: Started | null = null;
  const answer = (given: IndexAnswer): void => {
    waiting.get(given.task)?.answer(given);
    waiting.delete(given.task);
  };
  const rejectAll = (reason: string): void => {
    for (const { reject } of waiting.values()) reject(new IndexFault(reason));
    waiting.clear();
  };
  const begin = (): void => {
    const started = start({ ...data, answer, onDeath: () => void replace() });
    for (const order of opened.values()) started.post(order);
    thread = started;
  };
  const replace = async (): Promise<void> => {
    thread = null;
    rejectAll('A thread of the index has died.');
    // One that dies at its beginning would otherwise be started without end.
    await setTimeout(restartMs, undefined, { signal: ending.signal, ref: false }).catch(() => {});
    if (!ending.signal.aborted) begin();
  };
  begin();
  return {
    open: (index, order) => {
      opened.set(index, order);
      thread?.post(order);
    },
    close: (index) => {
      if (opened.delete(index)) thread?.post({ order: 'close', index });
    },
    run: (given) =>
      new Promise<JobFigures>((resolve, reject) => {
        if (thread === null) return reject(new IndexFault('A thread of the index is being replaced.'));
        tasks += 1;
        waiting.set(tasks, {
          reject,
          answer: (found) =>
            'fault' in found ? reject(new IndexFault(found.fault)) : resolve(found.figures ?? []),
        });
        thread.post({ order: 'run', task: tasks, ...given });
      }),
    end: async () => {
      ending.abort();
      rejectAll('The index is closed.');
      await thread?.end();
    },
  };
}

/** Threads that answer questions, each about a part of the subjects; their answers are added. */
export function openIndexThreads({
  threads: count,
  restartMs = 1000,
  module,
  atOnce = false,
  patience,
  ...options
}: Options): IndexThreads {
  const flags = createFlags();
  const slots = Array.from({ length: count }, () =>
    createSlot({ ...options, module, flags: flags.memory }, restartMs),
  );
  let indexes = 0;
  return {
    scratch: count * scratchOfThread + (atOnce ? scratchOfCaller : 0),
    open: (shared) => {
      indexes += 1;
      const index = indexes;
      const begin = Math.ceil(shared.free / 16) * 16;
      const all = blocksOfIndex(shared);
      const shares = shareBlocks(all, count);
      slots.forEach((slot, number) => {
        const at = begin + number * scratchOfThread;
        const scratch = { at, bytes: scratchOfThread };
        const blocks = { own: shares[number] ?? [], all };
        slot.open(index, { order: 'open', index, memory: shared.wasm, scratch, blocks });
      });
      const at = begin + count * scratchOfThread;
      const answerAtOnce = atOnce ? createQuickIndex(shared, { module, at, patience }) : () => null;
      let asking = 0;
      let isClosed = false;
      const closeWhenIdle = (): void => {
        if (isClosed && asking === 0) for (const slot of slots) slot.close(index);
      };
      const runParts = (job: IndexJob, signal?: AbortSignal): Promise<JobFigures> =>
        flags.within(signal, async (flag) => {
          const isWhole = isIndivisible(job);
          const figures = await Promise.allSettled(
            (isWhole ? slots.slice(0, 1) : slots).map((slot) => slot.run({ index, job, flag, isWhole })),
          );
          signal?.throwIfAborted();
          return joinFigures(
            job,
            figures.map((part) => {
              if (part.status === 'rejected') throw part.reason;
              return part.value;
            }),
          );
        });
      return {
        index: shared,
        run: async (job, signal) => {
          if (isClosed) throw new IndexFault('The index is closed.');
          signal?.throwIfAborted();
          const quick = answerAtOnce(job);
          if (quick !== null) return quick;
          asking += 1;
          try {
            return await runParts(job, signal);
          } finally {
            asking -= 1;
            closeWhenIdle();
          }
        },
        close: () => {
          isClosed = true;
          closeWhenIdle();
        },
      };
    },
    close: async () => {
      await Promise.all(slots.map((slot) => slot.end()));
    },
  };
}
