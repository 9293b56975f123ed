export {
  acceptAnchors,
  anchorFile,
  describeLost,
  keepAnchors,
  loadAnchors,
  loadWritten,
} from './anchors.ts';
export { registerAudit } from './auditRoutes.ts';
export { exportLines } from './exportLines.ts';
export {
  type AskingAssistant,
  type AuditEvent,
  askAs,
  askingAssistant,
  type DisclosureLine,
  isRecorded,
  onRecord,
  onRecordFault,
  type RecordedLine,
  record,
} from './record.ts';
export type {
  RecordedDefinition,
  RecordedQuery,
} from './recordedQueries.ts';
export { loadRecorded, recordedIn } from './recordedQueries.ts';
export { keepRetention, retireLines } from './retireLines.ts';
export { sumUse } from './useByMonth.ts';
export { type Anchor, loadHead, verifyChain } from './verifyChain.ts';
