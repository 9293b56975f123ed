export { applyAnalysisTransformation } from './applyAnalysisTransformation.ts';
export { type Bucketing, needsRange, planBuckets, type ValueRange } from './buckets.ts';
export { type AxisConcept, type CheckedAnalysis, checkAnalysis } from './checkAnalysis.ts';
export { type AxisPlan, compileAnalysis } from './compileAnalysis.ts';
export { pivot } from './pivot.ts';
export { redactAnalysis } from './redactAnalysis.ts';
