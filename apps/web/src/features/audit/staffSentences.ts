import { formatQuantity } from '@atrium/contract/calendar/numerals';
import type { AuditAction, AuditDetail } from '@atrium/contract/wire/audit';

/** What staff did in the staff rooms, and what came of it. */
export function ofStaff(action: AuditAction, detail: AuditDetail): string | undefined {
  switch (action) {
    case 'staff_export':
      return `Saved the list of ${roomOf(detail)}: ${formatQuantity(Number(detail['rows'] ?? 0), 'row')}`;
    case 'staff_view':
      return detail['room'] === 'questions' ? questionSeen(detail) : `Looked at ${roomOf(detail)}`;
    case 'account_invite':
      return `Invited ${whom(detail)} ${detail['isLinkShown'] === true ? 'with a link that was shown' : 'by mail'}`;
    case 'invitation_accept':
      return 'Set the password by an invitation';
    default:
      return undefined;
  }
}

/** A change of an account by staff; undefined where it is another change. */
export function ofChangedAccount(detail: AuditDetail): string | undefined {
  if ('isStaff' in detail)
    return detail['isStaff'] === true ? `Made ${whom(detail)} staff` : `Made ${whom(detail)} no longer staff`;
  if (detail['isEdited'] === true) return `Changed name or e-mail of ${whom(detail)}`;
  return undefined;
}

function questionSeen(detail: AuditDetail): string {
  if (!('statement' in detail)) return `Looked at question ${String(detail['request'] ?? '')}`;
  const did = detail['isRun'] === true ? 'Ran again' : 'Asked for the plan of';
  return `${did} a statement of question ${String(detail['request'] ?? '')}`;
}

const whom = (detail: AuditDetail): string => String(detail['username'] ?? 'an account');

const roomOf = (detail: AuditDetail): string => String(detail['room'] ?? 'a staff room').replaceAll('_', ' ');
