import type { DownloadWay } from '@atrium/contract';
import type { GeneratedAlways } from 'kysely';

/** A transfer of files that an account has begun; not complete while its files are being written down. */
export interface TransferTable {
  readonly id: GeneratedAlways<number>;
  readonly account_id: number;
  readonly dataset_id: number;
  readonly way: DownloadWay;
  /** The release and the cohort of which the files were chosen. */
  readonly release: string;
  readonly cohort_snapshot_id: number | null;
  /** A hash of what the member could see then. */
  readonly standing: string;
  files: number;
  /** Read as text, since it may be larger than a 32-bit number. */
  bytes: number | string;
  readonly started_at: Date;
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
