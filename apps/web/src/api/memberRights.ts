import type { AccessLevel } from '@atrium/contract';

/** What a member may do, as datasets and memberships say it. */
export interface MemberRights {
  readonly accessLevel: AccessLevel;
  readonly canViewWorkspace: boolean;
}

const levelsThatSeeSubjects: Readonly<Record<AccessLevel, boolean>> = { phi: true, deid: true, agg: false };

/** Whether the member's level shows subjects one by one, and exact figures (rule 8.2). */
export const seesSubjects = ({ accessLevel }: Pick<MemberRights, 'accessLevel'>): boolean =>
  levelsThatSeeSubjects[accessLevel];

/** Whether the member may open the rows of subjects. The server checks again on every call. */
export const mayOpenSubjects = (member: MemberRights): boolean =>
  seesSubjects(member) && member.canViewWorkspace;
