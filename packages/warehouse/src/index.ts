export { builtIndexThread } from '@atrium/index';
export { createMemory, type Memory, type MemoryRules, memoriesInUse } from './asking/memory.ts';
export {
  answerQuestion,
  currentQuestion,
  forPortal,
  type Question,
  type QuestionTrace,
  type TracedStatement,
} from './asking/question.ts';
export type { ExportRequest, Questions, StopOptions } from './asking/questions.ts';
export { fairSemaphores } from './asking/semaphore.ts';
export { callersInTurn, inTimeSlices, type TimeSlice, takeTimeSlices } from './asking/timeSlices.ts';
export { maxWholeStatements } from './asking/trace.ts';
export {
  type ConversionReport,
  conversionInWords,
  type SourceFormat,
  sourceFormats,
} from './convert/conversion.ts';
export { type ConvertRequest, convertInputs } from './convert/convertInputs.ts';
export { copyTables } from './convert/copyTables.ts';
export { type RecognizedSource, recognizeSource } from './convert/recognizeSource.ts';
export { type Description, describeFolder } from './describe/describeFolder.ts';
export type { DescribeRequest } from './describe/describeJob.ts';
export { fitColumn } from './describe/fitColumn.ts';
export type { Guess } from './describe/guess.ts';
export { findTableFiles, type TableFolder } from './describe/tableFiles.ts';
export { defaultWorkBudget, type WorkBudget } from './duckdb/instance.ts';
export { builtExportThread } from './export/exportInThread.ts';
export { csvStart, csvText } from './formats/csvText.ts';
export type { FileFormat, FilePiece } from './formats/filePiece.ts';
export { findIdentifier } from './identify/findIdentifier.ts';
export { type IdentifierKind, identifierKinds } from './identify/identifierKinds.ts';
export { buildInThread } from './import/buildInThread.ts';
export { buildRelease } from './import/buildRelease.ts';
export type { IndexState } from './indexes/indexMemory.ts';
export type { IndexOnDisk, ReleaseIndexes } from './indexes/releaseIndexes.ts';
export type { IndexFile, SharedIndex, SharedIndexes } from './indexes/sharedIndexes.ts';
export { builtIndexMaker } from './indexing/makeIndexInThread.ts';
export {
  type DuckDbWarehouseOptions,
  openDuckDbWarehouse,
  openPostgresWarehouse,
  type PostgresWarehouseOptions,
} from './openWarehouse.ts';
export { editDescriptor } from './package/editDescriptor.ts';
export { PackageRefused } from './package/packageErrors.ts';
export { defaultUnpackLimits, type UnpackLimits } from './package/unpackBudget.ts';
export { isServerAway } from './postgres/serverAway.ts';
export { claimWarehouse, queryWarehouseOwner } from './postgres/warehouseOwner.ts';
export type * from './releases/importReport.ts';
export { type ProblemKind, problemMessages } from './releases/problemKind.ts';
export type * from './releases/releases.ts';
export { copyCounted, requireSame, type SavedPart, type Sum, sumOf } from './releases/savedParts.ts';
export { areasObjection, ownerOf, type StorageArea } from './releases/storageAreas.ts';
export type { Warehouse } from './releases/warehouse.ts';
export type { Row, RowValue } from './sql/row.ts';
