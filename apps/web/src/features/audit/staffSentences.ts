import type { AuditAction, AuditDetail } from '@atrium/contract';
import { formatQuantity } from '../../lib/formatNumber.ts';

/** What staff did in the staff rooms. */
export function ofStaff(action: AuditAction, detail: AuditDetail): string | undefined {
  switch (action) {
    case 'staff_export':
      return `Saved the list of ${roomOf(detail)}: ${formatQuantity(Number(detail['rows'] ?? 0), 'row')}`;
    case 'staff_view':
      return `Looked at ${roomOf(detail)}`;
    default:
      return undefined;
  }
}

const roomOf = (detail: AuditDetail): string => String(detail['room'] ?? 'a staff room').replaceAll('_', ' ');
