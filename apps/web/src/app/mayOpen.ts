import { unreachable } from '@atrium/contract/errors/unreachable';
import { type MemberRights, mayOpenSubjects, seesSubjects } from '../api/memberRights.ts';

/** The permission that a screen requires of a member of the dataset (rules 8.2 and 11.1). */
export type ScreenPermission = 'member' | 'subjects' | 'aggregates' | 'reports';

/** Whether a member may open a screen. The server checks again on every call. */
export function mayOpen(permission: ScreenPermission, member: MemberRights): boolean {
  switch (permission) {
    case 'member':
      return true;
    case 'subjects':
      return mayOpenSubjects(member);
    case 'aggregates':
      return member.canViewWorkspace;
    case 'reports':
      return seesSubjects(member);
    default:
      return unreachable(permission);
  }
}
