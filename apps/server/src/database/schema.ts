import type { ReceiptKind } from '@atrium/contract/wire/receipt';
import type { SshKeyType } from '@atrium/contract/wire/sshKey';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type {
  AccountIdentityTable,
  AccountTable,
  AccountTotpTable,
  ApiTokenTable,
  CohortProposalTable,
  PasskeyChallengeTable,
  PasskeyTable,
  PendingSignInTable,
  RecoveryCodeTable,
  SessionTable,
  SignInAttemptTable,
} from './accessTables.ts';
import type { InvitationTable, QuestionTable, UseByMonthTable, UseSummedTable } from './adminTables.ts';
import type {
  ConfirmedIdentifierTable,
  DraftTable,
  ImportExampleTable,
  ImportLogTable,
  LackingPartTable,
  PortalTable,
  ReleaseOpeningTable,
  SharedIndexTable,
  SharedValueTable,
  UploadTable,
} from './dataTables.ts';
import type {
  DownloadTable,
  NamedDatasetTable,
  QueueEntryTable,
  TransferFileTable,
  TransferTable,
} from './fileTables.ts';
import type {
  MembershipGrantTable,
  MembershipGroupTable,
  MembershipTable,
  PermissionGroupTable,
} from './membershipTables.ts';
import type {
  ProjectTable,
  ReportDefinitionTable,
  ReportFlagTable,
  ReportJudgementTable,
  ReportShareTable,
  ReportTable,
  ReportTallyTable,
  ReportVersionTable,
} from './reportTables.ts';
import type {
  NewsArticleTable,
  NewsArticleTagTable,
  NewsTagTable,
  SupportAnswerTable,
  SupportRequestTable,
} from './siteTables.ts';

/** A jsonb column: read as unknown and then parsed, written as JSON text (`JSON.stringify`). */
export type JsonColumn = ColumnType<unknown, string, string>;
type Instant = ColumnType<Date, Date | undefined, Date>;
type OptionalInstant = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** A dataset; it exists from the moment its first release goes live. */
export interface DatasetTable {
  readonly id: GeneratedAlways<number>;
  /** The id in paths (rule 9.8). */
  unique_id: string;
  name: string;
  description: ColumnType<string | null, string | null | undefined, string | null>;
  /** DatasetSettings of the contract. */
  settings: ColumnType<unknown, string | undefined, string>;
  /** Settings that a steward chose, by key; a null removes one. They win over those of every package. */
  steward_settings: ColumnType<unknown, string | undefined, string>;
  is_listed: Generated<boolean>;
  /** The data-use agreement in force; null where there is none. */
  agreement_id: ColumnType<number | null, number | null | undefined, number | null>;
  /** Null only within the transaction that makes the dataset. */
  live_release_id: number | null;
  /** The release that members who see aggregates only stand on, the live one or an earlier one (rule 7.12). */
  aggregate_release_id: Generated<number | null>;
  /** The release that was live before, which is kept so that staff can go back to it. */
  previous_release_id: Generated<number | null>;
  /** Whether the edits of the dictionary are applied to the next import, too (rule 15.43). */
  keeps_dictionary: Generated<boolean>;
  readonly created_at: Instant;
}

/** `built`: whole, and waits for a steward to switch to it. */
export const releaseStates = ['building', 'built', 'live', 'retired', 'failed'] as const;
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
  /** Of these, the ones whom members who see aggregates only count; null where the package says nothing of data use. */
  agreed_subject_count: ColumnType<number | null, number | null | undefined, number | null>;
  /** ImportReport of the warehouse. */
  report: ColumnType<unknown, string | null | undefined, string | null>;
  readonly started_at: Instant;
  finished_at: OptionalInstant;
  /** The release whose data it shares, with a dictionary of its own; null where it holds the data itself (rule 15.40). */
  data_release_id: ColumnType<number | null, number | null | undefined, number | null>;
  /** DictionaryEdits of the contract, as the wire spells them; null where there are none. */
  dictionary_edits: ColumnType<unknown, string | null | undefined, string | null>;
  /** The `datapackage.json` that it came with. */
  descriptor: ColumnType<unknown, string | null | undefined, string | null>;
  /** What staff wrote down about it. */
  note: Generated<string>;
  /** The process that builds it, where several share the state database; the database fills it. */
  readonly portal_id: GeneratedAlways<string | null>;
}

/** A version of the data-use agreement of a dataset; only ever added to, and kept when the dataset is deleted. */
export interface DatasetAgreementTable {
  readonly id: GeneratedAlways<number>;
  readonly dataset_id: ColumnType<number, number, never>;
  /** Unique within the dataset. */
  readonly version: ColumnType<string, string, never>;
  /** Markdown. */
  readonly text: ColumnType<string, string, never>;
  /** SHA-256 of the text in UTF-8, hex. */
  readonly text_hash: ColumnType<string, string, never>;
  readonly created_at: GeneratedAlways<Date>;
}

/** Who accepted which agreement; only ever added to. Names are those of the time. */
export interface AgreementAcceptanceTable {
  readonly id: GeneratedAlways<number>;
  readonly account_id: ColumnType<number, number, never>;
  readonly username: ColumnType<string, string, never>;
  readonly agreement_id: ColumnType<number, number, never>;
  readonly dataset: ColumnType<string, string, never>;
  readonly version: ColumnType<string, string, never>;
  readonly text_hash: ColumnType<string, string, never>;
  readonly accepted_at: ColumnType<Date, Date, never>;
}

/** How much an account has taken of a dataset on a day (rule 8.21). */
export interface ExportVolumeTable {
  readonly account_id: number;
  readonly dataset_id: number;
  /** By UTC, as `2026-05-04`. */
  readonly day: string;
  rows: number;
  bytes: number;
}

export const snapshotKinds = ['cohort', 'table', 'analysis'] as const;
export type SnapshotKind = (typeof snapshotKinds)[number];

/** One state of an undo history; ids grow with time (rule 3.3). */
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

/** Edits that were made under a key, each for a day; the key is their caller's. */
export interface EditReceiptTable {
  readonly account_id: number;
  readonly dataset_id: number;
  readonly kind: SnapshotKind;
  readonly key: string;
  /** SHA-256 of the body, hex. */
  readonly request_hash: string;
  readonly entry_id: string | null;
  readonly made_at: Instant;
}

/**
 * Who did what, one chained line each; only ever appended to. The database sets position, instant, names and
 * hashes of a line itself. Account and dataset are plain numbers, which stay when both are deleted.
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

/** The head of the audit: one row. */
export interface AuditHeadTable {
  readonly id: GeneratedAlways<number>;
  readonly hash: GeneratedAlways<string>;
}

/** After which line the audit begins: one row; line 0 where nothing was retired. */
export interface AuditBaseTable {
  id: ColumnType<number, never, number>;
  hash: ColumnType<string, never, string>;
}

/** The recorded queries, each kept once; lines of the audit name them by hash. */
export interface AuditDefinitionTable {
  /** SHA-256 of the content, hex. */
  hash: ColumnType<string, string, never>;
  /** Canonical JSON of the definition and its description in words. */
  content: ColumnType<string, string, never>;
}

/** The definitions behind a count receipt (rule 3.26); they belong to nobody. */
export interface CountReceiptTable {
  readonly dataset_id: number;
  readonly id: string;
  readonly kind: ReceiptKind;
  /** SHA-256 of the standing of the members who may see the definitions, hex. */
  readonly standing: string;
  readonly release: string;
  /** JSON: the definitions as the wire spells them, by kind. */
  readonly definitions: string;
  readonly issued_at: Instant;
}

/** Mail to people. A key is sent once; subject and body are emptied then. */
export interface MailTable {
  readonly id: GeneratedAlways<number>;
  readonly key: string;
  /** Null where it goes to an address of somebody who may have no account. */
  readonly account_id: number | null;
  readonly address: string | null;
  readonly reply_to: string | null;
  /** The account whose action sends it; null where the portal does, or somebody without an account. */
  readonly caused_by: ColumnType<number | null, number | null | undefined, never>;
  /** About the safety of an account: sent before other mail. */
  readonly is_security: ColumnType<boolean, boolean | undefined, never>;
  subject: string;
  body: string;
  readonly made_at: Instant;
  sent_at: OptionalInstant;
}

/** A public SSH key of an account, for the transfer server. */
export interface SshKeyTable {
  readonly id: GeneratedAlways<number>;
  readonly account_id: number;
  readonly name: string;
  readonly type: SshKeyType;
  readonly bits: number;
  readonly fingerprint: string;
  /** The name of the type and the key in base64. */
  readonly public_key: string;
  readonly added_at: Date;
  last_used_at: OptionalInstant;
}

/** The epoch, in one row. As long as it stays the same, nobody's rights change; triggers replace it. */
export interface EpochTable {
  readonly name: GeneratedAlways<string>;
}

/** Facts about this installation, by name. */
export interface InstallationTable {
  name: string;
  value: JsonColumn;
}

/** Which installation the state database belongs to: one row, as in `installation.json` of the data directory. */
export interface InstallationIdTable {
  readonly is_only: Generated<boolean>;
  readonly id: ColumnType<string, string, never>;
}

/** The state database; column names as in the tables, so rows stay in store.ts files. */
export interface Schema {
  account: AccountTable;
  account_identity: AccountIdentityTable;
  account_totp: AccountTotpTable;
  passkey: PasskeyTable;
  passkey_challenge: PasskeyChallengeTable;
  recovery_code: RecoveryCodeTable;
  invitation: InvitationTable;
  pending_sign_in: PendingSignInTable;
  session: SessionTable;
  sign_in_attempt: SignInAttemptTable;
  api_token: ApiTokenTable;
  dataset: DatasetTable;
  release: ReleaseTable;
  lacking_part: LackingPartTable;
  release_opening: ReleaseOpeningTable;
  membership: MembershipTable;
  dataset_agreement: DatasetAgreementTable;
  membership_grant: MembershipGrantTable;
  agreement_acceptance: AgreementAcceptanceTable;
  export_volume: ExportVolumeTable;
  permission_group: PermissionGroupTable;
  membership_group: MembershipGroupTable;
  snapshot: SnapshotTable;
  active_snapshot: ActiveSnapshotTable;
  edit_receipt: EditReceiptTable;
  cohort_proposal: CohortProposalTable;
  project: ProjectTable;
  report: ReportTable;
  report_definition: ReportDefinitionTable;
  report_version: ReportVersionTable;
  report_share: ReportShareTable;
  report_flag: ReportFlagTable;
  report_judgement: ReportJudgementTable;
  report_tally: ReportTallyTable;
  count_receipt: CountReceiptTable;
  transfer: TransferTable;
  transfer_file: TransferFileTable;
  named_dataset: NamedDatasetTable;
  queue_entry: QueueEntryTable;
  download: DownloadTable;
  mail: MailTable;
  ssh_key: SshKeyTable;
  news_article: NewsArticleTable;
  news_article_tag: NewsArticleTagTable;
  news_tag: NewsTagTable;
  support_answer: SupportAnswerTable;
  support_request: SupportRequestTable;
  audit_event: AuditEventTable;
  audit_head: AuditHeadTable;
  audit_base: AuditBaseTable;
  audit_definition: AuditDefinitionTable;
  question: QuestionTable;
  use_by_month: UseByMonthTable;
  use_summed: UseSummedTable;
  epoch: EpochTable;
  import_log: ImportLogTable;
  import_example: ImportExampleTable;
  confirmed_identifier: ConfirmedIdentifierTable;
  upload: UploadTable;
  draft: DraftTable;
  installation: InstallationTable;
  installation_id: InstallationIdTable;
  portal: PortalTable;
  shared_index: SharedIndexTable;
  shared_value: SharedValueTable;
}
