export { issueReceipt, loadReceipt } from './countReceipts.ts';
export {
  type DefinitionDeps,
  type DefinitionKind,
  loadAsActive,
  loadHeld,
  newEntryId,
  openActive,
  recordQuestion,
} from './definitionKind.ts';
export { type Held, noSnapshot, type SnapshotIds } from './history.ts';
export { oncePer } from './oncePer.ts';
export { registerDefinition } from './routes.ts';
