export { anchorFile, readAnchors } from './anchorFile.ts';
export type { Asked, AskedOf } from './definitions.ts';
export { exportLines } from './exportLines.ts';
export { type AnchorKeeper, keepAnchors } from './keepAnchors.ts';
export { type AuditEvent, record } from './record.ts';
export { registerAudit } from './routes.ts';
export { type Anchor, type ChainVerdict, readHead, verifyChain } from './verifyChain.ts';
