export { createCountForAggregates } from './countForAggregates.ts';
export { registerAnalysis } from './routes.ts';
export { type SmallNumbers, smallNumbersHere } from './smallNumbers.ts';
export { smallNumbersInWorkers } from './smallNumbersInWorkers.ts';
