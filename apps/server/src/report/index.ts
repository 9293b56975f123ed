export { registerReport } from './routes.ts';
