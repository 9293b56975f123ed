export { analysisKind } from './analysisKind.ts';
export {
  compareReleases,
  type Difference,
  type Differences,
  leastChangeOf,
  tellingDifferences,
} from './compareReleases.ts';
export { createCountForAggregates } from './countForAggregates.ts';
export { createForAggregates } from './forAggregates.ts';
export { registerAnalysis } from './routes.ts';
export { type SmallNumbers, smallNumbersHere } from './smallNumbers.ts';
export { smallNumbersInWorkers } from './smallNumbersInWorkers.ts';
