import type { AccessLevel } from '@atrium/contract';
import type { PermissionGroup } from '@atrium/engine';
import type { Api } from '../http/index.ts';

/** A person who has signed in. */
export interface Account {
  readonly id: number;
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
  readonly isStaff: boolean;
}

/** What one account may see of one dataset (rule 8.1); made by the gate only, after the need was judged. */
export interface Member {
  readonly account: Account;
  readonly datasetId: number;
  /** The dataset's id in paths. */
  readonly uniqueId: string;
  readonly membershipId: number;
  readonly level: AccessLevel;
  readonly canViewWorkspace: boolean;
  readonly canViewSubjectDetails: boolean;
  /** Null where the dataset has no permission groups (rule 1.11). */
  readonly groups: readonly PermissionGroup[] | null;
}

/** Where slices register their routes. */
export type PortalApi = Api<Account, Member>;
