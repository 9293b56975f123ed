export { createCountForAggregates } from './countForAggregates.ts';
export { registerAnalysis } from './routes.ts';
