import type { DisclosureLine } from '../audit/index.ts';
import type { AsOf } from '../database/index.ts';
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

/** An account that calls, through a session or a token. */
export interface SignedInAccount extends Account {
  /** The second factor that was shown when the session began (`second_factor` of its table); null where none was. */
  readonly secondFactor: string | null;
  /** The token of the assistant that asks in the name of the account; absent where none does. */
  readonly assistant?: number;
  /** When it was asked for; absent where nothing may be answered from memory. */
  readonly asOf?: AsOf;
}

/**
 * An account in a dataset, with all its rights there (rule 8.1). Only the gate makes one, after it has checked them.
 */
export interface Member extends MemberRights {
  readonly account: Account;
  readonly datasetId: number;
  /** The dataset's id in paths. */
  readonly uniqueId: string;
  readonly membershipId: number;
  /** When it was asked for; absent where nothing may be answered from memory. */
  readonly asOf?: AsOf;
}

/** Where slices register their routes. */
export type PortalApi = Api<SignedInAccount, Member, DisclosureLine>;
