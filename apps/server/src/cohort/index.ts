export { askedCohort, inOneLine } from './askedOf.ts';
export { type CohortDeps, type OpenCohort, openCohort, requirePlan, today } from './openCohort.ts';
export type { ReadTableOptions } from './readConcept.ts';
export { registerCohort } from './routes.ts';
