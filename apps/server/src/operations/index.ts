export { presentHeldBack } from './aggregateRelease.ts';
export { checkBackup, emptyHome, requireEmptyHome, restoreInto } from './backup/restoreBackup.ts';
export { type CallEnd, callPortal, openChannel, Refused, reasonsOf } from './channel.ts';
export { waitingSettings } from './datasetSettings.ts';
export { type DemoState, demoAccounts, loadDemoState, makeDemo, refuseDemoAccounts } from './demo.ts';
export { demoSite } from './demoSite.ts';
export { dataReleaseOf, parseEdits } from './dictionaryRelease.ts';
export { storedReleases, tablesThatGrow } from './diskUse.ts';
export {
  checkDictionary,
  editDictionary,
  nameOfWidening,
} from './editDictionary.ts';
export { examineStores, type Finding, finding } from './examineStores.ts';
export { checkDatasetId, importDataset, requireFreeSegment } from './importDataset.ts';
export { loadExamples } from './importExamples.ts';
export { beginLog, endLog, interruptLog } from './importLog.ts';
export { createImportQueue, type ImportQueue } from './importQueue.ts';
export { type IndexStorage, storageOfIndexes } from './indexStorage.ts';
export { checkInstallation, joinInstallation, type Stores } from './joinInstallation.ts';
export { listLacking, openWhole, presentWaiting, sayWord } from './lackingParts.ts';
export { type ReleaseUse, usesOfReleases } from './neededReleases.ts';
export { kindInWords } from './openIdentifiers.ts';
export {
  type ImportDeps,
  type Installed,
  isLooking,
  type KeptDays,
  type Operation,
  type OperationDeps,
  operationUntil,
  type Progress,
  type Watcher,
} from './operation.ts';
export { perform } from './perform.ts';
export { presentStoredReport } from './presentImport.ts';
export {
  discardLeft,
  failLeft,
  findMissingData,
  type HasEnded,
  lookOnly,
  presentMissing,
  type Recovery,
  recover,
  requireData,
} from './recover.ts';
export { lookAtIndex } from './releaseIndex.ts';
export {
  checkReleaseReports,
  findRelease,
  openingToConfirm,
  rebuildIndex,
  removeDataset,
  removeRelease,
  switchTo,
} from './releaseOperations.ts';
export { keepRecords } from './retireRecords.ts';
export { shareIndexes } from './shareIndexes.ts';
export type { SwitchOutcome } from './switchRelease.ts';
export { presentUnconfirmed } from './widening.ts';
export { nameOfWiderUse, widerUseInWords } from './widerUse.ts';
