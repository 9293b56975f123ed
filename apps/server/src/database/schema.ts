import type { AccessLevel } from '@atrium/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** A jsonb column: read as unknown and then parsed, written as JSON text (`JSON.stringify`). */
export type JsonColumn = ColumnType<unknown, string, string>;
type Instant = ColumnType<Date, Date | undefined, Date>;
type OptionalInstant = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** A person who may sign in; `username` is unique whatever its case. */
export interface AccountTable {
  readonly id: GeneratedAlways<number>;
  username: string;
  full_name: Generated<string>;
  email: Generated<string>;
  is_staff: Generated<boolean>;
  /** argon2id, PHC form. */
  password_hash: string;
  readonly created_at: Instant;
}

export interface SessionTable {
  /** SHA-256 of the token in the cookie, hex; the token itself is never stored. */
  token_hash: string;
  account_id: number;
  readonly created_at: Instant;
  last_seen_at: Instant;
  expires_at: Date;
}

/** What researchers choose; a dataset exists from the moment its first release goes live. */
export interface DatasetTable {
  readonly id: GeneratedAlways<number>;
  /** The id in paths (contract 1.3). */
  unique_id: string;
  name: string;
  description: ColumnType<string | null, string | null | undefined, string | null>;
  /** DatasetSettings of the contract. */
  settings: ColumnType<unknown, string | undefined, string>;
  is_listed: Generated<boolean>;
  /** Null only within the transaction that makes the dataset. */
  live_release_id: number | null;
  readonly created_at: Instant;
}

export const releaseStates = ['building', 'live', 'retired', 'failed'] as const;
export type ReleaseState = (typeof releaseStates)[number];

/** One import; the release is `release_{id}` in the warehouse. */
export interface ReleaseTable {
  readonly id: GeneratedAlways<number>;
  /** Null until the release goes live: the package itself says to which dataset it belongs. */
  dataset_id: number | null;
  state: ReleaseState;
  package_name: string | null;
  package_version: string | null;
  /** As the package spells it. */
  package_created: string | null;
  subject_count: number | null;
  /** ImportReport of the warehouse. */
  report: ColumnType<unknown, string | null | undefined, string | null>;
  readonly started_at: Instant;
  finished_at: OptionalInstant;
}

/** What an account may see of a dataset (contract 2.1). */
export interface MembershipTable {
  readonly id: GeneratedAlways<number>;
  account_id: number;
  dataset_id: number;
  access_level: AccessLevel;
  can_view_workspace: Generated<boolean>;
  can_view_subject_details: Generated<boolean>;
  readonly created_at: Instant;
}

export const snapshotKinds = ['cohort', 'table', 'analysis'] as const;
export type SnapshotKind = (typeof snapshotKinds)[number];

/** One state of an undo history; ids grow with time (contract 3.7). */
export interface SnapshotTable {
  readonly id: GeneratedAlways<number>;
  account_id: number;
  dataset_id: number;
  kind: SnapshotKind;
  definition: JsonColumn;
  readonly created_at: Instant;
}

/** The current snapshot of each history; its key is (account, dataset, kind). */
export interface ActiveSnapshotTable {
  account_id: number;
  dataset_id: number;
  kind: SnapshotKind;
  snapshot_id: number;
}

/**
 * Who did what, one chained line each; only ever appended to. The database gives a line its place, instant, names and
 * hashes, whatever an insert says of them. Account and dataset are plain numbers that outlive both.
 */
export interface AuditEventTable {
  readonly id: GeneratedAlways<number>;
  readonly at: GeneratedAlways<Date>;
  account_id: ColumnType<number | null, number | null, never>;
  username: GeneratedAlways<string | null>;
  operator: ColumnType<string | null, string | null | undefined, never>;
  dataset_id: ColumnType<number | null, number | null, never>;
  dataset: GeneratedAlways<string | null>;
  action: ColumnType<string, string, never>;
  detail: ColumnType<unknown, string | undefined, never>;
  previous_hash: GeneratedAlways<string>;
  hash: GeneratedAlways<string>;
}

/** The end of the audit's chain: one row. */
export interface AuditHeadTable {
  readonly id: GeneratedAlways<number>;
  readonly hash: GeneratedAlways<string>;
}

/** Facts about this installation, by name. */
export interface InstallationTable {
  name: string;
  value: JsonColumn;
}

/** The state database; column names as in the tables, so rows stay in store.ts files. */
export interface Schema {
  account: AccountTable;
  session: SessionTable;
  dataset: DatasetTable;
  release: ReleaseTable;
  membership: MembershipTable;
  snapshot: SnapshotTable;
  active_snapshot: ActiveSnapshotTable;
  audit_event: AuditEventTable;
  audit_head: AuditHeadTable;
  installation: InstallationTable;
}
