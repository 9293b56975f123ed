export { blocksOf, cohortStep, countSubjects } from './evaluate/cohortProgram.ts';
export { NotInIndex, type Refusal, refusals } from './evaluate/refusal.ts';
export type { Kernel } from './kernel/kernel.ts';
export { plainKernel } from './kernel/plainKernel.ts';
export { createIndexWriter } from './layout/indexWriter.ts';
export type { ReleaseIndex } from './layout/releaseIndex.ts';
export { createScratch } from './layout/scratch.ts';
