export { buildIndex } from './build/buildIndex.ts';
export type { IndexSource } from './build/indexSource.ts';
export { compileCohort } from './compile/compileCohort.ts';
export { linearMatcher } from './compile/linearMatcher.ts';
export { NotInIndex, type Refusal, refusals } from './compile/refusal.ts';
export type { ReleaseIndex } from './layout/releaseIndex.ts';
export { countSubjects } from './run/countSubjects.ts';
