import type { ReleaseChoice } from '@atrium/contract/wire/report';
import type { VersionCause } from '@atrium/contract/wire/reportVersion';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Read as unknown and then parsed, written once as JSON text. */
type StoredDefinition = ColumnType<unknown, string, never>;

/** A label that groups reports; its name is unique within the dataset, whatever its case. */
export interface ProjectTable {
  readonly id: GeneratedAlways<number>;
  readonly dataset_id: number;
  /** Who made it; null where the account is gone. */
  readonly account_id: number | null;
  name: string;
  readonly created_at: ColumnType<Date, Date | undefined, never>;
}

/** A saved report; what it holds is in its versions. */
export interface ReportTable {
  readonly id: GeneratedAlways<number>;
  readonly dataset_id: number;
  /** The creator, also without a membership now; null where the account is gone. */
  account_id: number | null;
  project_id: number | null;
  name: string;
  description: string | null;
  is_public: boolean;
  release_choice: Generated<ReleaseChoice>;
  /** The number of its last version. */
  version: number;
  readonly created_at: Date;
}

/** How many reports there are of a creator, project and openness, kept by triggers; 0 stands for none. */
export interface ReportTallyTable {
  readonly dataset_id: number;
  readonly account_id: number;
  readonly project_id: number;
  readonly is_public: boolean;
  readonly reports: number;
}

/** A definition, or expectations, of versions of reports: stored once for a dataset, by the hash of its text. */
export interface ReportDefinitionTable {
  readonly dataset_id: number;
  readonly hash: string;
  /** In the JSON of the wire. */
  readonly content: StoredDefinition;
}

/** One save of a report; only ever added to. */
export interface ReportVersionTable {
  readonly dataset_id: number;
  readonly report_id: number;
  readonly version: number;
  readonly account_id: number | null;
  readonly cause: VersionCause;
  readonly restored: number | null;
  readonly saved_at: Date;
  /** The live release of that time. */
  readonly release_id: number;
  /** The definitions of the version, by hash; the cross-tab is null where the report holds none. */
  readonly cohort_hash: string;
  readonly table_hash: string;
  readonly analysis_hash: string | null;
  /** The expectations of the cohort; null where there are none. */
  readonly expectations_hash: string | null;
  /** Groups that are compared; null where the report holds none. */
  readonly comparison_hash: ColumnType<string | null, string | null | undefined, never>;
  /** The subjects of these groups when they were saved; null where a later version holds the same comparison. */
  readonly comparison_figures: ColumnType<unknown, string | null | undefined, never>;
  /** Null where the cohort could not be counted. */
  readonly subject_count: number | null;
  /** Level and groups of who saved it: the count is shown only to who has the same. */
  readonly visibility: string;
}

/**
 * The copy of some columns of the report in a share and a star, so that they are counted without it; triggers keep it.
 */
interface ReportMark {
  readonly creator_id: GeneratedAlways<number | null>;
  readonly project_id: GeneratedAlways<number | null>;
  readonly is_public: GeneratedAlways<boolean>;
}

/** With whom a report is shared. */
export interface ReportShareTable extends ReportMark {
  readonly dataset_id: number;
  readonly report_id: number;
  readonly membership_id: number;
}

/** The reports that an account has flagged. */
export interface ReportFlagTable extends ReportMark {
  readonly dataset_id: GeneratedAlways<number>;
  readonly report_id: number;
  readonly account_id: number;
}

/** How the expectations of a version ended on one release, for members with this `visibility`. */
export interface ReportJudgementTable {
  readonly dataset_id: number;
  readonly report_id: number;
  readonly version: number;
  readonly release_id: number;
  readonly visibility: string;
  /** The release that was live then, which decides what is closed (rule 12.19); null: judged before that was kept. */
  live_release_id: ColumnType<number | null, number, number>;
  /** Null where one of them could not be judged. */
  is_met: boolean | null;
  subject_count: number | null;
  outcomes: ColumnType<unknown, string, string>;
  judged_at: Date;
}
