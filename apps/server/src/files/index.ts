export { registerFiles } from './routes.ts';
export { registerTransfers } from './transfer/routes.ts';
