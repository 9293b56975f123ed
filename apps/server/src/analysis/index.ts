export { registerAnalysis } from './routes.ts';
