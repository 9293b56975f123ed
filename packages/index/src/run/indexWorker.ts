import { plainKernel } from '../kernel/plainKernel.ts';
import { wasmKernel } from '../kernel/wasmKernel.ts';
import { createScratch } from '../layout/scratch.ts';
import type { IndexAnswer, IndexOrder, IndexThreadData } from './indexTask.ts';
import { runJob } from './jobs.ts';
import type { Runtime } from './prepare.ts';

type Open = Extract<IndexOrder, { order: 'open' }>;

/** The work of one thread: `receive` takes an order, and gives what is to be answered. */
export function createIndexWorker({ module, flags }: IndexThreadData) {
  const indexes = new Map<number, () => Runtime>();
  const stops = new Int32Array(flags);
  const runtimeOf = ({ memory, scratch }: Open): (() => Runtime) => {
    const kernel = module === null ? plainKernel(memory.buffer) : wasmKernel(module, memory);
    const half = scratch.at + Math.floor(scratch.bytes / 32) * 16;
    return () => ({
      memory: memory.buffer,
      kernel,
      kept: createScratch(scratch.at, half),
      scratch: createScratch(half, scratch.at + scratch.bytes),
    });
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
        return { task, figures: runJob(job, { subjects, isStopped }, runtime()) };
      } catch (error) {
        return { task, fault: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}
