import { type DatasetDetail, unreachable } from '@atrium/contract';

/** The permission that a screen requires of a member of the dataset (rules 8.2 and 11.1). */
export type ScreenPermission = 'member' | 'subjects' | 'aggregates' | 'reports';

type Rights = Pick<DatasetDetail, 'accessLevel' | 'canViewWorkspace'>;

/** Whether a member may open a screen. The server checks again on every call. */
export function mayOpen(permission: ScreenPermission, { accessLevel, canViewWorkspace }: Rights): boolean {
  switch (permission) {
    case 'member':
      return true;
    case 'subjects':
      return accessLevel !== 'agg' && canViewWorkspace;
    case 'aggregates':
      return canViewWorkspace;
    case 'reports':
      return accessLevel !== 'agg';
    default:
      return unreachable(permission);
  }
}
