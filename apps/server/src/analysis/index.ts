export { type CountForAggregates, createCountForAggregates } from './countForAggregates.ts';
export { registerAnalysis } from './routes.ts';
