export { type AuditAction, type AuditEvent, auditActions, record } from './record.ts';
