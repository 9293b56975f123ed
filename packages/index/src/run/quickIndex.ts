import type { SharedIndex } from '../layout/releaseIndex.ts';
import { blocksOfIndex } from './blocks.ts';
import { createIndexWorker } from './indexWorker.ts';
import { type IndexJob, isIndivisible, type JobFigures } from './jobs.ts';

/** To look at all of a smaller index takes less time than to wake threads and wait for them (rule 16.31). */
const smallWork = 1_000_000;
/** In milliseconds: what takes longer is left to the threads. */
const patience = 4;

/** Of the thread of the caller in the memory of one small index. */
export const scratchOfCaller = 6 * 1024 * 1024;

/** Jobs that end soon after their last block. */
const quickJobs: ReadonlySet<IndexJob['job']> = new Set([
  'count',
  'counts',
  'tally',
  'tallySets',
  'tallyGroups',
]);

interface QuickOptions {
  readonly module: WebAssembly.Module | null;
  /** Where the memory of the caller begins. */
  readonly at: number;
}

/**
 * Answers what is answered at once, in the thread of the caller; null: nothing of a large index, or what takes longer, or
 * needs more memory.
 */
export function createQuickIndex(shared: SharedIndex, { module, at }: QuickOptions) {
  const all = blocksOfIndex(shared);
  if (all.reduce((sum, { work }) => sum + work, 0) > smallWork) return () => null;
  let until = 0;
  const worker = createIndexWorker({ module, isStopped: () => performance.now() > until });
  const scratch = { at, bytes: scratchOfCaller };
  worker.receive({ order: 'open', index: 0, memory: shared.wasm, scratch, blocks: { own: all, all } });
  return (job: IndexJob): JobFigures | null => {
    if (!quickJobs.has(job.job)) return null;
    until = performance.now() + patience;
    const answer = worker.receive({
      order: 'run',
      task: 0,
      index: 0,
      job,
      isWhole: isIndivisible(job),
      flag: 0,
    });
    return answer !== null && 'figures' in answer ? answer.figures : null;
  };
}
