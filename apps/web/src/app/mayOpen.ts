import { type DatasetDetail, unreachable } from '@atrium/contract';

/** What a screen asks of a member of the dataset (specification section 6, contract 2.2). */
export type ScreenNeed = 'member' | 'subjects' | 'aggregates' | 'reports';

type Rights = Pick<DatasetDetail, 'accessLevel' | 'canViewWorkspace'>;

/** Whether a member may open a screen; the server decides again on every call. */
export function mayOpen(need: ScreenNeed, { accessLevel, canViewWorkspace }: Rights): boolean {
  switch (need) {
    case 'member':
      return true;
    case 'subjects':
      return accessLevel !== 'agg' && canViewWorkspace;
    case 'aggregates':
      return canViewWorkspace;
    case 'reports':
      return accessLevel !== 'agg';
    default:
      return unreachable(need);
  }
}
