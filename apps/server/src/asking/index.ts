export { type FindValues, findValues } from './findValues.ts';
export { memoryOf, oncePer, perEpoch } from './memory.ts';
export { type EndedQuestion, onQuestion, traceQuestion } from './question.ts';
