export { issueReceipt, loadReceipt, storedDefinitions } from './countReceipts.ts';
export {
  type DefinitionDeps,
  type DefinitionKind,
  type DefinitionSource,
  loadActiveDefinition,
  loadAsActive,
  newEntryId,
  openActive,
  openStored,
  recordQuestion,
  replaceActive,
  workOutEdits,
} from './definitionKind.ts';
export { registerDefinition } from './definitionRoutes.ts';
export type { ActiveDefinition, SnapshotIds, Writing } from './history.ts';
export { createDefinitionMemory, keepDefinition } from './knownDefinitions.ts';
