import type { AccessLevel } from '@atrium/contract/wire/access';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type JsonColumn = ColumnType<unknown, string, string>;
type Instant = ColumnType<Date, Date | undefined, Date>;
type OptionalInstant = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** What an account may see of a dataset (rule 8.1). */
export interface MembershipTable {
  readonly id: GeneratedAlways<number>;
  account_id: number;
  dataset_id: number;
  access_level: AccessLevel;
  can_view_workspace: Generated<boolean>;
  can_view_subject_details: Generated<boolean>;
  /** From this instant on it opens nothing; null: it does not end (rule 8.20). */
  ends_at: OptionalInstant;
  /** Whether a line of the audit says that it has ended. */
  end_recorded: Generated<boolean>;
  /** The sources of what is in force, with a space between them; null where it is from staff (rules 8.42 and 15.56). */
  from_provider: ColumnType<string | null, string | null | undefined, string | null>;
  /** Purpose of the contract; null where none was stated (rule 8.33). */
  purpose: ColumnType<unknown, string | null | undefined, string | null>;
  readonly created_at: Instant;
}

/** What a source that is not staff gives to a member; of those that have not ended `membership` has the union (rule 8.42). */
export interface MembershipGrantTable {
  readonly account_id: ColumnType<number, number, never>;
  readonly dataset_id: ColumnType<number, number, never>;
  /** The id of a provider, `passport:` and it, or `everybody:` for the setting of the dataset. */
  readonly source: ColumnType<string, string, never>;
  access_level: AccessLevel;
  can_view_workspace: boolean;
  can_view_subject_details: boolean;
  /** Names of permission groups, as JSON. */
  groups: ColumnType<unknown, string, string>;
  /** Null: it does not end. */
  ends_at: OptionalInstant;
}

/** What some members may see of a dataset (rules 1.12 and 1.13). */
export interface PermissionGroupTable {
  readonly id: GeneratedAlways<number>;
  dataset_id: number;
  /** Unique within the dataset. */
  name: string;
  /** PermissionGroup of the engine. */
  opens: JsonColumn;
  readonly created_at: Instant;
}

/** Which members have which groups; both of the same dataset. */
export interface MembershipGroupTable {
  dataset_id: number;
  membership_id: number;
  group_id: number;
}
