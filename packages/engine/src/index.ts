export * from './cohort/cohortPlan.ts';
export * from './dictionary/dictionary.ts';
export * from './dictionary/lookup.ts';
export * from './dictionary/storage.ts';
export * from './query/query.ts';
