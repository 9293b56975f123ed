export { type AnchorKeeper, anchorFile, keepAnchors, loadAnchors } from './anchors.ts';
export { exportLines } from './exportLines.ts';
export { type AuditEvent, record } from './record.ts';
export type {
  RecordedDefinition,
  RecordedDefinition as Asked,
  RecordedQuery,
  RecordedQuery as AskedOf,
} from './recordedQueries.ts';
export { registerAudit } from './routes.ts';
export { type Anchor, type ChainVerdict, loadHead, verifyChain } from './verifyChain.ts';
