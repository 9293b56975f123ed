export { answerQuestion } from './answer/answerQuestion.ts';
export type { AnswerRow, AnswerValue } from './answer/answerRow.ts';
export { buildIndex } from './build/buildIndex.ts';
export type { IndexSource } from './build/indexSource.ts';
export { NotInIndex, type Refusal, refusals } from './compile/refusal.ts';
export type { ReleaseIndex } from './layout/releaseIndex.ts';
export type { AnsweringIndex } from './run/indexThreads.ts';
