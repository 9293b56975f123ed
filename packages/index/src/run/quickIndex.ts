import type { SharedIndex } from '../layout/releaseIndex.ts';
import type { Step } from '../layout/steps.ts';
import { blocksOfIndex } from './blocks.ts';
import { createIndexWorker } from './indexWorker.ts';
import { type IndexJob, isIndivisible, type JobFigures } from './jobs.ts';
import { isTalliedByKeys } from './tallyKeys.ts';
import { workOfStep } from './workOfStep.ts';

/** To look at all of a smaller index takes less time than to wake threads and wait for them (rule 16.31). */
const smallWork = 1_000_000;
/** In nanoseconds: of a larger one, what takes less than that (rule 16.32). */
const lightWork = 1_000_000;
const usualPatience = 4;
/** The time is looked at between two blocks: of so many subjects and rows, and of so many steps for each. */
const blockOfCaller = { subjects: 2_048, rows: 32_768 };
const maxSteps = 32;

/** Of the thread of the caller in the memory of one small index. */
export const scratchOfCaller = 6 * 1024 * 1024;

/** Jobs that end soon after their last block. */
const quickJobs: ReadonlySet<IndexJob['job']> = new Set([
  'count',
  'counts',
  'tally',
  'tallySets',
  'tallyGroups',
  'tallyLines',
]);

/** Lines with records take as long as the records, and those of many different keys are put in order in the end. */
const isQuick = (job: IndexJob): boolean =>
  quickJobs.has(job.job) &&
  (job.job !== 'tallyLines' ||
    (job.lines.groups.every(({ rows }) => rows === null) && isTalliedByKeys(job.lines)));

/** Whether a large index answers a count in less time than threads need to wake. */
function isLight(job: IndexJob, index: SharedIndex): boolean {
  if (job.job !== 'count' && job.job !== 'counts') return false;
  const steps = job.job === 'count' ? [job.step] : job.steps;
  return steps.reduce((sum, step) => sum + workOfStep(step, index), 0) < lightWork;
}

/** How many steps a job takes for each block, those within others too. */
function stepsOf(job: IndexJob): number {
  if ('step' in job) return stepsWithin([job.step]);
  if (job.job === 'counts') return stepsWithin(job.steps);
  if (job.job === 'tallyLines') return stepsWithin([job.lines.cohort]);
  if (!('described' in job)) return 0;
  return stepsWithin([job.described.rows, ...(job.job === 'tallySets' ? job.sets : [])]);
}

const stepsWithin = (steps: readonly Step[]): number =>
  steps.reduce((sum, step) => sum + 1 + stepsWithin(innerSteps(step)), 0);

function innerSteps(step: Step): readonly Step[] {
  if ('steps' in step) return step.steps;
  if ('step' in step) return [step.step];
  return 'target' in step ? [step.target.step] : [];
}

interface QuickOptions {
  readonly module: WebAssembly.Module | null;
  /** Where the memory of the caller begins. */
  readonly at: number;
  /** In milliseconds: what takes longer is left to the threads. */
  readonly patience?: number | undefined;
}

/**
 * Answers what is answered at once, in the thread of the caller; null: of a large index most, of any what takes longer, or
 * needs more memory.
 */
export function createQuickIndex(
  shared: SharedIndex,
  { module, at, patience = usualPatience }: QuickOptions,
) {
  const small = blocksOfIndex(shared, blockOfCaller);
  const isSmall = small.reduce((sum, { work }) => sum + work, 0) <= smallWork;
  const all = isSmall ? small : blocksOfIndex(shared);
  let until = 0;
  const worker = createIndexWorker({ module, isStopped: () => performance.now() > until });
  const scratch = { at, bytes: scratchOfCaller };
  worker.receive({ order: 'open', index: 0, memory: shared.wasm, scratch, blocks: { own: all, all } });
  return (job: IndexJob): JobFigures | null => {
    if (!isQuick(job) || stepsOf(job) > maxSteps || !(isSmall || isLight(job, shared))) return null;
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
