export type { FileRecord, FileSelection, FindReadableFile, SelectQueuedFiles } from './fileRecord.ts';
export type { FileDeps } from './filesOfMember.ts';
export { registerFiles } from './routes.ts';
export { registerTransfers } from './transfer/routes.ts';
