export {
  type DefinitionDeps,
  type DefinitionKind,
  type EditRequest,
  loadHeld,
  newEntryId,
  openActive,
  recordQuestion,
} from './definitionKind.ts';
export type { Held, SnapshotIds } from './history.ts';
export { registerDefinition } from './routes.ts';
