export type { ControlAddress, Holding } from './claim.ts';
export { clearPackages, type HomeFolders, homeFolders, prepareHome } from './homeFolder.ts';
export * from './installationFile.ts';
export { type Lock, type LockAttempt, takeLock } from './lock.ts';
