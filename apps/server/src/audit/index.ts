export { type AuditEvent, record } from './record.ts';
export { type Anchor, type ChainVerdict, readHead, verifyChain } from './verifyChain.ts';
