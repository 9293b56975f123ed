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
export { countLine, countSubjects, recordCount } from './countCohort.ts';
export { readAttrition } from './readAttrition.ts';
export type { ReadTableOptions } from './readConcept.ts';
export { inOneLine, recordedCohort } from './recordedQuery.ts';
export { registerCohort } from './routes.ts';
