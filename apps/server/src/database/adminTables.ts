import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** The link by which a person sets a password; gone when it is used. */
export interface InvitationTable {
  readonly account_id: number;
  /** SHA-256 of the secret, hex. */
  secret_hash: string;
  made_at: Date;
  expires_at: Date;
  /** The key of the mail that brings it; null where none does. */
  mail_key: string | null;
}

/** A question to the research data with its statements, kept for some days (rule 15.7). */
export interface QuestionTable {
  readonly id: GeneratedAlways<string>;
  readonly request_id: string;
  readonly at: Date;
  readonly account_id: number | null;
  /** As typed in the path. */
  readonly dataset: string | null;
  readonly call: string;
  /** As it was asked, without its query. */
  readonly path: Generated<string>;
  /** Its action in the audit; null where the audit has no line. */
  readonly action: string | null;
  readonly status: number;
  readonly ms: number;
  readonly rows: number | null;
  readonly detail: ColumnType<unknown, string, never>;
  readonly statements: ColumnType<unknown, string, never>;
}

/** How much an account has used a dataset in a month (rule 15.8); dataset 0 stands for none. */
export interface UseByMonthTable {
  readonly account_id: number;
  readonly dataset_id: number;
  /** By UTC, as `2026-05`. */
  readonly month: string;
  readonly sign_ins: number;
  readonly queries: number;
  readonly exports: number;
  readonly exported_rows: string;
  readonly downloads: number;
  readonly last_at: Date;
}

/** Up to which line of the audit the use is summed up: one row. */
export interface UseSummedTable {
  through: number;
}
