import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export type ImportKind = 'import' | 'build' | 'dry_run' | 'report_check' | 'dictionary';

/** `interrupted`: the process ended before the import did. */
export type ImportState = 'waiting' | 'running' | 'done' | 'refused' | 'failed' | 'cancelled' | 'interrupted';

/** One import, however it began or ended; names as they were then (rule 15.45). */
export interface ImportLogTable {
  readonly id: GeneratedAlways<number>;
  kind: ImportKind;
  state: ImportState;
  /** The name that the person gave for the imported package. */
  readonly source: string;
  /** The dataset's id in paths; null until it is known. */
  dataset: string | null;
  release_id: ColumnType<number | null, number | null | undefined, number | null>;
  readonly username: string | null;
  /** The user of the operating system who gave a command. */
  readonly operator: string | null;
  subjects: ColumnType<number | null, number | null | undefined, number | null>;
  /** How many problems the report counts. */
  problems: Generated<number>;
  /** Why it was refused or failed, a sentence each. */
  reasons: ColumnType<unknown, string | undefined, string>;
  /** ImportReport of the warehouse. */
  report: ColumnType<unknown, string | null | undefined, string | null>;
  readonly started_at: ColumnType<Date, Date | undefined, never>;
  finished_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** As that of a release. */
  readonly portal_id: GeneratedAlways<string | null>;
}

/** A field that may say who somebody is and that a steward lets be open all the same (rule 10.28). */
export interface ConfirmedIdentifierTable {
  readonly dataset_id: number;
  /** `table.field` */
  readonly field: string;
  readonly kind: string;
  /** The lowest level that sees it. */
  readonly seen_by: 'deid' | 'agg';
  readonly confirmed_at: ColumnType<Date, Date | undefined, Date>;
}

/** What an import quotes of protected fields; only for the account that imported, as long as the release is kept (rule 10.30). */
export interface ImportExampleTable {
  readonly log_id: number;
  readonly account_id: number;
  readonly release_id: number | null;
  /** The problems of the report, with their examples. */
  readonly problems: ColumnType<unknown, string, never>;
  readonly reasons: ColumnType<unknown, string, never>;
  readonly made_at: ColumnType<Date, Date | undefined, never>;
}

/** A file that staff send in parts; its bytes lie in the data directory under its id. */
export interface UploadTable {
  readonly id: string;
  readonly account_id: number | null;
  readonly name: string;
  readonly size: ColumnType<string, number, never>;
  /** The check sum that the sender gives, hex; null where it gives none. */
  readonly sha256: string | null;
  /** Bytes from the beginning that are on the disk. */
  received: ColumnType<string, number | undefined, number>;
  state: 'receiving' | 'ready';
  readonly started_at: Date;
  finished_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** Tables that were sent without a descriptor, described. */
export interface DraftTable {
  /** The first file. */
  readonly upload_id: string;
  /** JSON; as text, since cells may hold characters that jsonb refuses. */
  state: string;
}

/** A steward's word about a concept or collection that the live release lacks and earlier ones have (rule 12.20). */
export interface LackingPartTable {
  readonly dataset_id: number;
  readonly kind: 'concept' | 'collection';
  readonly part_id: string;
  word: 'withdrawn' | 'not_delivered';
  account_id: number | null;
  said_at: Date;
}

/** A steward sees an earlier release whole until it ends (rule 12.21). */
export interface ReleaseOpeningTable {
  readonly id: GeneratedAlways<number>;
  readonly dataset_id: number;
  readonly release_id: number;
  readonly account_id: number;
  readonly reason: string;
  readonly opened_at: Date;
  ends_at: Date;
}

/** A process that works on a state database beside others (decision 98). */
export interface PortalTable {
  readonly id: string;
  /** Its machine and process number, for people. */
  name: string;
  /** Where it listens; null for a command, and before it listens. */
  address: string | null;
  version: Generated<string>;
  /** Whether it does what one portal does for all. */
  leads: Generated<boolean>;
  /** What it knows of the indexes of releases. */
  readonly indexes: Generated<unknown>;
  readonly started_at: ColumnType<Date, Date | undefined, never>;
  seen_at: ColumnType<Date, Date | undefined, Date>;
}

/** The index of a release as a file that all portals of an installation can have. */
export interface SharedIndexTable {
  /** Of the file, with its check sum. */
  readonly name: string;
  readonly release: string;
  /** Tells the tables that it is of from those of every other release. */
  tables: string;
  readonly bytes: ColumnType<string, number, never>;
  readonly sha256: string;
  /** False until all of it is there. */
  is_whole: Generated<boolean>;
  made_at: ColumnType<Date, Date | undefined, Date>;
}

/** A value that all portals of an installation use, such as the failed attempts to sign in to an account. */
export interface SharedValueTable {
  /** A hash, so that no typed name is stored. */
  readonly key: string;
  value: ColumnType<unknown, string, string>;
  ends_at: Date;
}
