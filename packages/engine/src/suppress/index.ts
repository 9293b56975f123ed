export { type CountedQuestion, type CountedTable, tablesWithin } from './countedQuestion.ts';
export { type CountTables, isCodable } from './countTables.ts';
export type { HiddenFigures, HideFigures } from './hiddenFigures.ts';
export { hideFigures } from './hideFigures.ts';
export { defaultSmallCountThreshold, isSmall, suppressCount, withheldMark } from './smallCount.ts';
export { type ShownCrossTab, showExact, suppressCrossTab } from './suppressCrossTab.ts';
