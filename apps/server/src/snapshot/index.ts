export { activate, edit, type HistoryKey, readActive, readSnapshot, type Snapshot } from './history.ts';
export { newEntryId } from './newEntryId.ts';
export { type Change, presentChange } from './presentChange.ts';
export { noSnapshot, snapshotIds } from './presentIds.ts';
