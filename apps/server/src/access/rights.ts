import type { DatasetSettings } from '@atrium/contract/documents/dataPackage';
import {
  everyRight,
  type GrantableRight,
  type GrantableRights,
  grantableRightNames,
  grantableRights,
} from '@atrium/contract/documents/grantableRights';
import { type Purpose, purpose as purposeDocument } from '@atrium/contract/documents/purpose';
import type { AccessLevel } from '@atrium/contract/wire/access';
import type { Membership } from '@atrium/contract/wire/dataset';
import { type PermissionGroup, rightsOf } from '@atrium/engine';
import { sql } from 'kysely';
import type { DatasetPermission } from '../http/index.ts';

export type AutoMembership = NonNullable<DatasetSettings['autoMembership']>;

/** The rights that staff grant to one member. */
export interface StaffGrant extends Readonly<GrantableRights> {
  readonly level: AccessLevel;
}

/** The rights that staff grant one by one; the table `membership` has a column for each. */
export interface GrantedRights extends StaffGrant {
  readonly canViewSubjectDetails: boolean;
}

/**
 * For each right that staff grant: its column, its name in files, and the words that a sentence adds where it is
 * missing.
 */
const grantable: Readonly<
  Record<GrantableRight, { readonly column: string; readonly inFiles: string; readonly without: string }>
> = {
  canViewWorkspace: {
    column: 'can_view_workspace',
    inFiles: 'workspace',
    without: ', without the workspace',
  },
};

/** The columns of a file of memberships, each with that of the table. */
export const rightsInFiles: Readonly<Record<string, string>> = Object.fromEntries(
  grantableRightNames.map((right) => [grantable[right].inFiles, grantable[right].column]),
);

/** The columns of a row of `membership` that grant rights. */
export const rightsInSql = sql.join(
  grantableRightNames.map((right) => sql.ref(`membership.${grantable[right].column}`)),
);

/** The words that a sentence about a membership adds. */
export const withoutRights = (granted: GrantableRights): string =>
  grantableRightNames.map((right) => (granted[right] ? '' : grantable[right].without)).join('');

/** The rights of a row of `membership` as one JSON object, by the names of the contract. */
export const rightsAsJson = sql`json_build_object(${sql.join(
  grantableRightNames.flatMap((right) => [sql.lit(right), sql.ref(`membership.${grantable[right].column}`)]),
)})`;

/** All rights of a member in a dataset (rule 8.1): one object, made by `memberRights` only and handed on whole. */
export interface MemberRights extends GrantedRights {
  /** By level, as the engine says; false for members who see aggregates only. */
  readonly seesSubjects: boolean;
  /** Null where the dataset has no permission groups (rule 1.11). */
  readonly groups: readonly PermissionGroup[] | null;
  /** The names of these groups, which open files (rule 13.5). */
  readonly groupNames: readonly string[];
  /** What the member has stated to use the data for; null where nothing was (rule 8.33). */
  readonly purpose: Purpose | null;
}

/** The columns of `membership` that hold rights. */
export const rightColumns = [
  'membership.access_level',
  'membership.can_view_workspace',
  'membership.can_view_subject_details',
  'membership.purpose',
] as const;

interface RightsRow {
  readonly access_level: AccessLevel;
  readonly can_view_workspace: boolean | null;
  readonly can_view_subject_details: boolean | null;
}

/** The rights that a row of `membership` grants. */
export const grantedRights = (row: RightsRow): GrantedRights => ({
  level: row.access_level,
  canViewWorkspace: row.can_view_workspace === true,
  canViewSubjectDetails: row.can_view_subject_details === true,
});

/** The columns that store a grant; a right that it does not name is left as it is. */
export const toColumns = ({
  level,
  canViewWorkspace,
  canViewSubjectDetails,
}: StaffGrant & Partial<GrantedRights>) => ({
  access_level: level,
  can_view_workspace: canViewWorkspace,
  ...(canViewSubjectDetails === undefined ? {} : { can_view_subject_details: canViewSubjectDetails }),
});

/** The rights that a dataset's setting grants to everyone who opens the dataset: all that it does not take away. */
export const automaticRights = ({
  level,
  canViewSubjectDetails = true,
  ...given
}: AutoMembership): GrantedRights => ({
  level,
  ...grantableRights.parse({ ...everyRight, ...given }),
  canViewSubjectDetails,
});

const levelLabels: Readonly<Record<AccessLevel, string>> = {
  phi: 'Subject data with protected health information',
  deid: 'De-identified subject data',
  agg: 'Aggregate numbers only',
};

/** The rights that a membership gives. */
export function memberRights(
  row: RightsRow & { readonly purpose?: unknown },
  groups: Pick<MemberRights, 'groups' | 'groupNames'> | null,
): MemberRights {
  const granted = grantedRights(row);
  return {
    ...granted,
    seesSubjects: rightsOf(granted).seesSubjects,
    ...(groups ?? { groups: null, groupNames: [] }),
    // One that cannot be parsed reaches nobody, as if none was stated.
    purpose: purposeDocument.safeParse(row.purpose).data ?? null,
  };
}

/** A text that differs between two members where their rights do. */
export const rightsKey = ({
  membershipId,
  level,
  canViewWorkspace,
  canViewSubjectDetails,
  seesSubjects,
  groups,
  groupNames,
  purpose,
}: MemberRights & { readonly membershipId: number }): string =>
  JSON.stringify({
    membershipId,
    level,
    canViewWorkspace,
    canViewSubjectDetails,
    seesSubjects,
    groups,
    groupNames,
    purpose,
  } satisfies Record<keyof MemberRights | 'membershipId', unknown>);

/** The granted rights as replies spell them. */
export const presentRights = ({
  level,
  canViewWorkspace,
  canViewSubjectDetails,
}: GrantedRights): Omit<Membership, 'dataset'> => ({
  accessLevel: level,
  accessLevelLabel: levelLabels[level],
  canViewWorkspace,
  canViewSubjectDetails,
});

/** What each required permission demands of a member (rule 8.2). */
const demands: Readonly<
  Record<
    DatasetPermission,
    { readonly subjects: boolean; readonly workspace: boolean; readonly agreement: boolean }
  >
> = {
  agreement: { subjects: false, workspace: false, agreement: false },
  member: { subjects: false, workspace: false, agreement: true },
  aggregates: { subjects: false, workspace: true, agreement: true },
  reports: { subjects: true, workspace: false, agreement: true },
  subjects: { subjects: true, workspace: true, agreement: true },
};

/** Whether a call with this required permission waits for the data-use agreement of its dataset (rule 8.19). */
export const needsAgreement = (permission: DatasetPermission): boolean => demands[permission].agreement;

/** May a member with these rights make a call with this required permission? */
export function mayEnter(
  { seesSubjects, canViewWorkspace }: Pick<MemberRights, 'seesSubjects' | 'canViewWorkspace'>,
  permission: DatasetPermission,
): boolean {
  const { subjects, workspace } = demands[permission];
  return (!subjects || seesSubjects) && (!workspace || canViewWorkspace);
}
