export {
  type AnalysisSource,
  analysisKind,
  type OpenAnalysis,
  openAnalysisOver,
  presentAnalysis,
} from './analysisKind.ts';
export {
  compareReleases,
  type Difference,
  type Differences,
  leastChangeOf,
  tellingDifferences,
} from './compareReleases.ts';
export { exportAnalysis } from './exportAnalysis.ts';
export { createForAggregates } from './forAggregates.ts';
export { registerAnalysis } from './routes.ts';
export { type AnalysisDeps, answerAnalysis, createCountForAggregates } from './runAnalysis.ts';
export { type SmallNumbers, smallNumbersHere } from './smallNumbers.ts';
export { smallNumbersInWorkers } from './smallNumbersInWorkers.ts';
