import { Worker } from 'node:worker_threads';
import type { Span } from '../kernel/kernel.ts';
import type { ReleaseIndex } from '../layout/releaseIndex.ts';
import type { IndexAnswer, IndexOrder, IndexThreadData } from './indexTask.ts';
import { createIndexWorker } from './indexWorker.ts';
import { addFigures, type IndexJob, type JobFigures } from './jobs.ts';

/** An index whose memory threads share; the last part of the memory is theirs. */
export interface SharedIndex extends ReleaseIndex {
  readonly wasm: WebAssembly.Memory;
}

/** An index that questions may be put to. */
export interface AnsweringIndex {
  readonly index: ReleaseIndex;
  /** The figures of all subjects. Rejects with the signal's reason. */
  run(job: IndexJob, signal?: AbortSignal): Promise<JobFigures>;
  /** Nobody may ask any more. */
  close(): void;
}

export interface IndexThreads {
  open(index: SharedIndex): AnsweringIndex;
  close(): Promise<void>;
}

interface Options {
  /** What each thread loads; null: the questions run in the thread of the caller. */
  readonly file: URL | null;
  readonly threads: number;
  readonly module: WebAssembly.Module | null;
}

/** Questions of all indexes together that may run at once; more wait for the queue of the warehouse before. */
const maxQuestions = 256;

/** Of one thread in the memory of one index. */
export const scratchOfThread = 16 * 1024 * 1024;

/** Whole blocks of 128 subjects, so that the sets of two threads share no word. */
function partsOf(subjects: number, threads: number): readonly Span[] {
  const each = Math.max(128, Math.ceil(subjects / threads / 128) * 128);
  return Array.from({ length: threads }, (_, index) => {
    const from = Math.min(subjects, index * each);
    return { from, count: Math.min(each, subjects - from) };
  });
}

type Post = (order: IndexOrder) => void;

interface Started {
  readonly post: Post;
  readonly end: () => Promise<unknown>;
}

function start(
  { file, ...data }: IndexThreadData & { readonly file: URL | null },
  answer: (given: IndexAnswer) => void,
): Started {
  if (file === null) {
    const worker = createIndexWorker(data);
    const post: Post = (order) => {
      const given = worker.receive(order);
      if (given !== null) answer(given);
    };
    return { post, end: async () => {} };
  }
  const thread = new Worker(file, { workerData: data });
  thread.on('message', answer);
  thread.unref();
  return { post: (order) => thread.postMessage(order), end: () => thread.terminate() };
}

/** Threads that answer questions, each about a part of the subjects; their answers are added. */
export function openIndexThreads({ file, threads: count, module }: Options): IndexThreads {
  const flags = new SharedArrayBuffer(4 * maxQuestions);
  const stops = new Int32Array(flags);
  const free = Array.from({ length: maxQuestions }, (_, index) => index);
  const waiting = new Map<number, (answer: IndexAnswer) => void>();
  const answer = (given: IndexAnswer): void => {
    const take = waiting.get(given.task);
    waiting.delete(given.task);
    take?.(given);
  };
  const threads = Array.from({ length: count }, () => start({ file, flags, module }, answer));
  let tasks = 0;
  let indexes = 0;
  const runPart = (thread: Started, order: Omit<Extract<IndexOrder, { order: 'run' }>, 'task' | 'order'>) =>
    new Promise<JobFigures>((resolve, reject) => {
      tasks += 1;
      const task = tasks;
      waiting.set(task, (given) => {
        if ('fault' in given) reject(new Error(given.fault));
        else resolve(given.figures ?? []);
      });
      thread.post({ order: 'run', task, ...order });
    });
  return {
    open: (shared) => {
      indexes += 1;
      const index = indexes;
      threads.forEach(({ post }, number) => {
        const at = Math.ceil(shared.free / 16) * 16 + number * scratchOfThread;
        post({ order: 'open', index, memory: shared.wasm, scratch: { at, bytes: scratchOfThread } });
      });
      const parts = partsOf(shared.subjects, threads.length);
      return {
        index: shared,
        run: async (job, signal) => {
          signal?.throwIfAborted();
          const flag = free.pop();
          if (flag === undefined) throw new Error(`More than ${maxQuestions} questions run at once.`);
          Atomics.store(stops, flag, 0);
          const stop = (): void => void Atomics.store(stops, flag, 1);
          signal?.addEventListener('abort', stop, { once: true });
          try {
            const figures = await Promise.all(
              threads.map((thread, number) =>
                runPart(thread, { index, job, flag, subjects: parts[number] ?? { from: 0, count: 0 } }),
              ),
            );
            signal?.throwIfAborted();
            return addFigures(figures);
          } finally {
            signal?.removeEventListener('abort', stop);
            free.push(flag);
          }
        },
        close: () => {
          for (const { post } of threads) post({ order: 'close', index });
        },
      };
    },
    close: async () => {
      await Promise.all(threads.map(({ end }) => end()));
    },
  };
}
