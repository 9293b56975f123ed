export type { AsOf, Owner, Position } from './asOf.ts';
export type { ImportKind, ImportState } from './dataTables.ts';
export { lackOf, loadDiskState, type RequireRoom, requireRoomIn } from './diskRoom.ts';
export { dumpState, type SavedState, savedState, tableFile } from './dumpState.ts';
export { hasEmbedded, syncEmbedded } from './embeddedDatabase.ts';
export { markAudit } from './embeddedPool.ts';
export { epochsOf } from './epochs.ts';
export { type HeldConnection, type Hold, holdServer } from './holdServer.ts';
export * from './installationId.ts';

export { afterNewer, listPending, usedByNewer } from './migrate.ts';
export { type Database, nameDatabase, openDatabase, openUnmigrated } from './openDatabase.ts';
export { copiesFolder, listLosses } from './recoverState.ts';
export { restoreState } from './restoreState.ts';
export * from './schema.ts';
export { clockOfServer, requireServerTime } from './serverClock.ts';
export { containing, numberInDataset, releaseNumbers } from './sharedQueries.ts';
export { keepStateCopies, listCopies } from './stateCopies.ts';
export { syncFolder, syncTree } from './syncTree.ts';
