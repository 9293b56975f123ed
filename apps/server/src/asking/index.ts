export { memoryOf, oncePer, perEpoch } from './memory.ts';
export { type EndedQuestion, onQuestion, traceQuestion } from './question.ts';
