export {
  type AnalysisSource,
  analysisKind,
  presentAnalysis,
} from './analysisKind.ts';
export { registerAnalysis } from './analysisRoutes.ts';
export {
  compareReleases,
  type Difference,
  type Differences,
  leastChangeOf,
  tellingDifferences,
} from './compareReleases.ts';
export { countCells } from './countCells.ts';
export {
  activateDefinitions,
  type Definitions,
  errorsOf,
  type OpenDefinitions,
  openDefinitions,
} from './definitions.ts';
export { exportAnalysis } from './exportAnalysis.ts';
export { createForAggregates, createSumsForAggregates, type SumsForAggregates } from './forAggregates.ts';
export {
  type AnalysisDeps,
  answerAnalysis,
  type CountForAggregates,
  createCountForAggregates,
  noteOf,
  smallCountThreshold,
} from './runAnalysis.ts';
export { type SmallNumbers, smallNumbersHere } from './smallNumbers.ts';
export { smallNumbersInWorkers } from './smallNumbersInWorkers.ts';
