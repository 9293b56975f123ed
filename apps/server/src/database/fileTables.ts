import type { DownloadWay } from '@atrium/contract/wire/files';
import type { ColumnType, GeneratedAlways } from 'kysely';

/** Which dataset a session named last. */
export interface NamedDatasetTable {
  readonly token_hash: string;
  dataset_id: number;
}

/** A file type in the download queue of an account in a dataset, or a single file of it. */
export interface QueueEntryTable {
  readonly id: GeneratedAlways<number>;
  readonly account_id: number;
  readonly dataset_id: number;
  /** `fileTypeKey` of the engine. */
  readonly type_key: string;
  /** Empty for the whole type. */
  readonly file_id: ColumnType<string, string | undefined, never>;
  readonly added_at: ColumnType<Date, Date | undefined, never>;
  /** Whether the files of mothers and fathers are meant, too; the same in all entries of a queue. */
  readonly also_parents: ColumnType<boolean, boolean | undefined, boolean>;
}

/** A download of the queue that was started; only ever added to. */
export interface DownloadTable {
  readonly id: GeneratedAlways<number>;
  readonly account_id: number;
  readonly dataset_id: number;
  readonly started_at: Date;
  readonly way: DownloadWay;
  readonly release: string;
  readonly cohort_snapshot_id: number | null;
  readonly files: ColumnType<string, number, never>;
  readonly bytes: ColumnType<string, number, never>;
  /** What was in the queue, as JSON: `{typeKey, fileId}` each. */
  readonly entries: ColumnType<unknown, string, never>;
}

/** The files of a download, of which it says more; not complete while they are being written down. */
export interface TransferTable {
  /** That of the download. */
  readonly id: number;
  /** A hash of what the member could see then. */
  readonly standing: string;
  is_complete: boolean;
}

/** One file of a transfer, as it was when it was chosen. */
export interface TransferFileTable {
  readonly transfer_id: number;
  /** From 1. */
  readonly index: number;
  readonly file_id: string;
  readonly name: string;
  /** Where the receiver stores it; once in a transfer in any case of letters. */
  readonly path: string;
  readonly size: number | string;
  readonly checksum_kind: 'sha256' | 'md5' | null;
  readonly checksum: string | null;
  readonly tag: string;
}
