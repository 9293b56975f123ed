export { issueReceipt, loadReceipt, storedDefinitions } from './countReceipts.ts';
export {
  type DefinitionDeps,
  type DefinitionKind,
  type DefinitionSource,
  loadAsActive,
  loadHeld,
  newEntryId,
  openActive,
  openStored,
  recordQuestion,
} from './definitionKind.ts';
export type { Held, SnapshotIds, Writing } from './history.ts';
export { findDefinition, type KnownDefinitions } from './knownDefinitions.ts';
export { oncePer } from './oncePer.ts';
export { registerDefinition } from './routes.ts';
