import type { GrantableRight, GrantableRights } from '@atrium/contract/documents/grantableRights';
import type { AccessLevel } from '@atrium/contract/wire/access';

/** The rights of a member, as replies about datasets and memberships give them. */
export interface MemberRights extends Readonly<GrantableRights> {
  readonly accessLevel: AccessLevel;
}

interface RightWords {
  /** What staff grant. */
  readonly label: string;
  /** The text in lists of staff for a member who lacks it. */
  readonly without: string;
  /** The text for a member who lacks it. */
  readonly limit: string;
}

/** The words of each right that staff grant. */
export const rightWords: Readonly<Record<GrantableRight, RightWords>> = {
  canViewWorkspace: {
    label: 'May view the workspace (query, results, aggregate)',
    without: 'no workspace',
    limit: 'Query, results and aggregate are closed to you here.',
  },
};

const levelsThatSeeSubjects: Readonly<Record<AccessLevel, boolean>> = { phi: true, deid: true, agg: false };

/** Whether the member's level shows subjects one by one, and exact figures (rule 8.2). */
export const seesSubjects = ({ accessLevel }: Pick<MemberRights, 'accessLevel'>): boolean =>
  levelsThatSeeSubjects[accessLevel];

/** Whether the member may open the rows of subjects. The server checks again on every call. */
export const mayOpenSubjects = (member: MemberRights): boolean =>
  seesSubjects(member) && member.canViewWorkspace;
