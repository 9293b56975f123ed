import type { Api } from '../http/index.ts';
import type { MemberRights } from './rights.ts';

/** A person who has signed in. */
export interface Account {
  readonly id: number;
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
  readonly isStaff: boolean;
}

/** An account in a dataset, with all its rights there (rule 8.1); made by the gate only, after they were judged. */
export interface Member extends MemberRights {
  readonly account: Account;
  readonly datasetId: number;
  /** The dataset's id in paths. */
  readonly uniqueId: string;
  readonly membershipId: number;
}

/** Where slices register their routes. */
export type PortalApi = Api<Account, Member>;
