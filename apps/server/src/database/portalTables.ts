import type { ColumnType } from 'kysely';

/** A process that works on a state database beside others (decision 98). */
export interface PortalTable {
  readonly id: string;
  /** Its machine and process number, for people. */
  name: string;
  /** Where it listens; null for a command, and before it listens. */
  address: string | null;
  readonly started_at: ColumnType<Date, Date | undefined, never>;
  seen_at: ColumnType<Date, Date | undefined, Date>;
}

/** A value that all portals of an installation use, such as the failed attempts to sign in to an account. */
export interface SharedValueTable {
  /** A hash, so that no typed name is stored. */
  readonly key: string;
  value: ColumnType<unknown, string, string>;
  ends_at: Date;
}
