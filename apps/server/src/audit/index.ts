export { type AuditEvent, record } from './record.ts';
