export type { ControlAddress } from './claim.ts';
export { clearLeftFiles, type HomeFolders, homeFolders, prepareHome, restoreMark } from './homeFolder.ts';
export * from './installationFile.ts';
export { type Lock, takeLock } from './lock.ts';
export { findClosed, refusalOfClosed, refusalOfOwner, requireOwner } from './ownHome.ts';
export { loadSealKey } from './sealKey.ts';
export { isSharedBy, isStorageOf, joinSharedFolder, joinStorage } from './sharedFolder.ts';
