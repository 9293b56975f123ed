export {
  type CountedCohort,
  cohortKind,
  countOf,
  everyone,
  issueCohortReceipt,
  type OpenCohort,
  openCohort,
  requirePlan,
  today,
} from './cohortKind.ts';
export type { ReadTableOptions } from './readConcept.ts';
export { inOneLine, recordedCohort } from './recordedQuery.ts';
export { registerCohort } from './routes.ts';
