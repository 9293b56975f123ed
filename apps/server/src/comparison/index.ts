export { registerComparison } from './comparisonRoutes.ts';
