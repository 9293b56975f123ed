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
