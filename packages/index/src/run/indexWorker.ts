import type { Span } from '../kernel/kernel.ts';
import { plainKernel } from '../kernel/plainKernel.ts';
import { wasmKernel } from '../kernel/wasmKernel.ts';
import { createScratch } from '../layout/scratch.ts';
import type { IndexAnswer, IndexOrder, IndexThreadData } from './indexTask.ts';
import { runJob } from './jobs.ts';
import { createKnownSets } from './knownSets.ts';
import type { Runtime } from './prepare.ts';

type Open = Extract<IndexOrder, { order: 'open' }>;

/** The work of one thread: `receive` takes an order, and gives what is to be answered. */
export function createIndexWorker({ module, flags }: IndexThreadData) {
  const indexes = new Map<number, (subjects: Span) => Runtime>();
  const stops = new Int32Array(flags);
  const runtimeOf = ({ memory, scratch }: Open): ((subjects: Span) => Runtime) => {
    const kernel = module === null ? plainKernel(memory.buffer) : wasmKernel(module, memory);
    const third = Math.floor(scratch.bytes / 48) * 16;
    const [kept, known] = [scratch.at + third, scratch.at + 2 * third];
    const sets = createKnownSets(known, scratch.at + scratch.bytes);
    return (subjects) => {
      sets.begin(subjects);
      return {
        memory: memory.buffer,
        kernel,
        kept: createScratch(scratch.at, kept),
        scratch: createScratch(kept, known),
        known: sets,
      };
    };
  };
  return {
    receive: (order: IndexOrder): IndexAnswer | null => {
      if (order.order === 'open') indexes.set(order.index, runtimeOf(order));
      if (order.order === 'close') indexes.delete(order.index);
      if (order.order !== 'run') return null;
      const { task, job, subjects, flag } = order;
      const runtime = indexes.get(order.index);
      if (runtime === undefined) return { task, fault: `Index ${order.index} is not open.` };
      try {
        const isStopped = (): boolean => Atomics.load(stops, flag) === 1;
        return { task, figures: runJob(job, { subjects, isStopped }, runtime(subjects)) };
      } catch (error) {
        return { task, fault: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}
