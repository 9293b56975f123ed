import { plainKernel } from '../kernel/plainKernel.ts';
import { wasmKernel } from '../kernel/wasmKernel.ts';
import { createScratch } from '../layout/scratch.ts';
import type { IndexAnswer, IndexOrder } from './indexTask.ts';
import { runJob } from './jobs.ts';
import { createKnownSets } from './knownSets.ts';
import type { PartOfSubjects } from './partOfSubjects.ts';
import type { Runtime } from './prepare.ts';

type Open = Extract<IndexOrder, { order: 'open' }>;

/** Where a question about the subjects of this thread, or about all, runs. */
type OpenedIndex = (isWhole: boolean) => Pick<PartOfSubjects, 'blocks'> & { readonly at: Runtime };

interface IndexWorkerOptions {
  /** Null: the plain kernel. */
  readonly module: WebAssembly.Module | null;
  /** Whether the question with a flag stops; looked at between two blocks. */
  readonly isStopped: (flag: number) => boolean;
}

/** The work of one thread: `receive` takes an order, and gives what is to be answered. */
export function createIndexWorker({ module, isStopped }: IndexWorkerOptions) {
  const indexes = new Map<number, OpenedIndex>();
  const opened = ({ memory, scratch, blocks }: Open): OpenedIndex => {
    const kernel = module === null ? plainKernel(memory.buffer) : wasmKernel(module, memory);
    const third = Math.floor(scratch.bytes / 48) * 16;
    const [kept, known] = [scratch.at + third, scratch.at + 2 * third];
    const sets = createKnownSets(known, scratch.at + scratch.bytes);
    return (isWhole) => {
      sets.begin(blocks.own);
      return {
        blocks: isWhole ? blocks.all : blocks.own,
        at: {
          memory: memory.buffer,
          kernel,
          kept: createScratch(scratch.at, kept),
          scratch: createScratch(kept, known),
          known: isWhole ? null : sets,
        },
      };
    };
  };
  return {
    receive: (order: IndexOrder): IndexAnswer | null => {
      if (order.order === 'open') indexes.set(order.index, opened(order));
      if (order.order === 'close') indexes.delete(order.index);
      if (order.order !== 'run') return null;
      const { task, job, isWhole, flag } = order;
      const begin = indexes.get(order.index);
      if (begin === undefined) return { task, fault: `Index ${order.index} is not open.` };
      try {
        const { blocks, at } = begin(isWhole);
        return { task, figures: runJob(job, { blocks, isStopped: () => isStopped(flag) }, at) };
      } catch (error) {
        return { task, fault: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}
