export {
  type CountedCohort,
  cohortKind,
  countOf,
  everyone,
  issueCohortReceipt,
  type OpenCohort,
  openCohort,
  presentCohort,
  requirePlan,
  today,
} from './cohortKind.ts';
export { registerCohort } from './cohortRoutes.ts';
export { asMade, countLine, countSubjects, recordCount } from './countCohort.ts';
export { queryAttrition } from './queryAttrition.ts';
export type { ReadTableOptions } from './queryConcept.ts';
export { countEach } from './queryEffects.ts';
export { inOneLine, recordedCohort } from './recordedQuery.ts';
export { exportPhenopackets } from './travel/exportPhenopackets.ts';
export { takeAlong } from './travel/takeAlong.ts';
