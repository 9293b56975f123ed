export type { ImportKind, ImportState } from './dataTables.ts';
export { type RequireRoom, requireRoomIn } from './diskRoom.ts';
export { hasEmbedded, syncEmbedded } from './embeddedDatabase.ts';
export { markAudit } from './embeddedPool.ts';
export { type AsOf, epochsOf, type Owner, type Position, perEpoch } from './epochs.ts';
export { holdServer } from './holdServer.ts';
export * from './installationId.ts';

export { type Database, nameDatabase, openDatabase } from './openDatabase.ts';
export * from './schema.ts';
