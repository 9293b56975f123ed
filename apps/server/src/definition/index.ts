export { issueReceipt, loadReceipt } from './countReceipts.ts';
export {
  type DefinitionDeps,
  type DefinitionKind,
  loadHeld,
  newEntryId,
  openActive,
  recordQuestion,
  replaceActive,
} from './definitionKind.ts';
export { noSnapshot, type SnapshotIds } from './history.ts';
export { oncePer } from './oncePer.ts';
export { registerDefinition } from './routes.ts';
