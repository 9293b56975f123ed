import type { AccessLevel } from '@atrium/contract';
import { rightsOf } from '@atrium/engine';
import type { DatasetNeed } from '../http/index.ts';

/** What of a membership decides where its holder may go. */
export interface Standing {
  readonly level: AccessLevel;
  readonly canViewWorkspace: boolean;
}

/** What each need asks of a member (rule 8.2). */
const demands: Readonly<Record<DatasetNeed, { readonly subjects: boolean; readonly workspace: boolean }>> = {
  member: { subjects: false, workspace: false },
  aggregates: { subjects: false, workspace: true },
  reports: { subjects: true, workspace: false },
  subjects: { subjects: true, workspace: true },
};

/** May a member of this standing use what has this need? */
export function mayEnter(standing: Standing, need: DatasetNeed): boolean {
  const { subjects, workspace } = demands[need];
  return (!subjects || rightsOf(standing).seesSubjects) && (!workspace || standing.canViewWorkspace);
}
