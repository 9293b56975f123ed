export { answerQuestion } from './answer/answerQuestion.ts';
export type { Answer, AnswerRow, AnswerValue } from './answer/answerRow.ts';
export { buildIndex } from './build/buildIndex.ts';
export type { IndexSource } from './build/indexSource.ts';
export { NotInIndex, type Refusal, refusals } from './compile/refusal.ts';
export { loadKernelModule, sharedMemory } from './kernel/wasmKernel.ts';
export { BrokenIndex, LargeIndex, loadIndex, saveIndex } from './layout/indexFile.ts';
export { createIndexWriter, type IndexWriter } from './layout/indexWriter.ts';
export type { LeftOut, ReleaseIndex } from './layout/releaseIndex.ts';
export type { Step } from './layout/steps.ts';
export {
  type AnsweringIndex,
  builtIndexThread,
  IndexFault,
  type IndexThreads,
  type OpenIndex,
  openIndexThreads,
  scratchOfThread,
} from './run/indexThreads.ts';
