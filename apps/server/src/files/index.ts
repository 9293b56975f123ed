export { registerFiles } from './filesRoutes.ts';
export { registerTransfers } from './transfer/transferRoutes.ts';
