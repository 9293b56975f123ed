export {
  type DefinitionDeps,
  type DefinitionKind,
  loadHeld,
  newEntryId,
  openActive,
  recordQuestion,
} from './definitionKind.ts';
export type { SnapshotIds } from './history.ts';
export { oncePer } from './oncePer.ts';
export { registerDefinition } from './routes.ts';
