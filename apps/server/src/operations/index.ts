export { type CallEnd, callPortal, openChannel, Refused, reasonsOf } from './channel.ts';
export { type DemoState, demoAccounts, loadDemoState, makeDemo, refuseDemoAccounts } from './demo.ts';
export { importDataset } from './importDataset.ts';
export { checkInstallation, joinInstallation, type Stores } from './joinInstallation.ts';
export {
  type By,
  isLooking,
  type Operation,
  type OperationDeps,
  operationUntil,
  type Progress,
  type Watcher,
} from './operation.ts';
export { perform } from './perform.ts';
export { findMissingData, lookOnly, type Recovery, recover } from './recover.ts';
