export { registerReceipts } from './receiptRoutes.ts';
