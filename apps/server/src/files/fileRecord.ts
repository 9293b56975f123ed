import type { FileCategory, FileSubject } from '@atrium/contract/wire/files';
import type { SignedInAccount } from '../access/index.ts';

/** One downloadable file of a release that a member may read. */
export interface FileRecord {
  readonly fileId: string;
  readonly name: string;
  /** A path is relative to the storage root, with `/`; it was checked when the release was imported. */
  readonly location:
    | { readonly kind: 'path'; readonly path: string }
    | { readonly kind: 'url'; readonly url: string };
  /** In bytes. */
  readonly size: number;
  /** Lower-case hexadecimal digits. */
  readonly checksum: { readonly kind: 'sha256' | 'md5'; readonly value: string } | null;
  /** Where the package gave one, also beside a SHA-256. */
  readonly md5: string | null;
  readonly category: FileCategory;
  /** `Local`, or the tag of the second source. */
  readonly source: string;
  readonly dataType: string;
  readonly experimentType: string;
  readonly fileFormat: string;
  /** The name of the level or of the permission group that opens it; null for all who see subjects. */
  readonly access: string | null;
  /** How many subjects it has. */
  readonly subjects: number;
}

/** The files of a queue for one member, on the release and the cohort of the moment in which they were selected. */
export interface FileSelection {
  readonly dataset: string;
  readonly release: string;
  /** Null where the member has not edited a cohort: everyone whom they may see. */
  readonly cohortSnapshotId: number | null;
  /** In the order of their ids, in constant memory; can be iterated more than once. Gives exactly `count` files, or throws. */
  files(signal?: AbortSignal): AsyncIterable<FileRecord>;
  readonly count: number;
  readonly bytes: number;
}

/**
 * Finds one file of the live release of a dataset. Null where there is no such dataset, membership or file, and where the
 * account may not read it at this moment (rule 13.6); whether the file is of the active cohort does not matter.
 */
export type FindReadableFile = (
  account: SignedInAccount,
  dataset: string,
  fileId: string,
) => Promise<FileRecord | null>;

/** The same for many files of a dataset at once, by their ids; those that the account may not read are not there. */
export type FindReadableFiles = (
  account: SignedInAccount,
  dataset: string,
  fileIds: readonly string[],
) => Promise<ReadonlyMap<string, FileRecord>>;

/** Files as they are read on one release, with the rights of one moment. */
export interface ReadableFiles {
  readonly records: ReadonlyMap<string, FileRecord>;
  /** The subjects of some of them; nothing of a file where the member may use none of the three names. */
  subjectsOf(fileIds: readonly string[]): Promise<ReadonlyMap<string, readonly FileSubject[]>>;
}

/** The same as `FindReadableFiles`, with the subjects. */
export type OpenReadable = (
  account: SignedInAccount,
  dataset: string,
  fileIds: readonly string[],
) => Promise<ReadableFiles>;
