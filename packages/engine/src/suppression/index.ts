export { compileDecided, mayDecide } from './compileDecided.ts';
export {
  type AskedConcepts,
  type CountedQuestion,
  type CountedTable,
  tablesWithin,
} from './countedQuestion.ts';
export { type CountTables, isCodable } from './countTables.ts';
export type { HiddenFigures, HideFigures } from './hiddenFigures.ts';
export { hideFigures } from './hideFigures.ts';
export type { SeenSubjects } from './seenSubjects.ts';
export { defaultSmallCountThreshold, isSmall, suppressCount, withheldMark } from './smallCount.ts';
export { type ShownCrossTab, showExact, showNothing, suppressCrossTab } from './suppressCrossTab.ts';
