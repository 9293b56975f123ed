import type { Dialect, Dictionary, LongQuery, Lookup, Query } from '@atrium/engine';
import type { FileForm, FilePiece } from '../formats/filePiece.ts';
import type { UnpackLimits } from '../package/unpackBudget.ts';
import type { Row } from '../sql/row.ts';
import type { ImportProgress, ImportReport } from './importReport.ts';
import type { SavedFolder, SavedPart } from './savedParts.ts';
import type { StorageArea } from './storageAreas.ts';

export interface StopOptions {
  /** Ends the statement early; the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** A result to be exported. */
export interface ExportRequest extends FileForm {
  readonly query: LongQuery;
}

export interface BuildRequest {
  /** A folder, a zip, or the `datapackage.json` within a folder. */
  readonly packagePath: string;
  /** The name of the new release: letters, digits and `_`. */
  readonly release: string;
  /** Default: the package's name. */
  readonly datasetId?: string;
  /** Called with the dataset's id before any row is loaded; what it throws ends the build. */
  readonly checkDatasetId?: (datasetId: string) => void;
  /** Called with the descriptor as the package spells it, when it has passed its checks. */
  readonly onDescriptor?: (descriptor: unknown) => void;
  /** Read, check and load everything, then delete the result. */
  readonly dryRun?: boolean;
  /** Default: 64 GiB in all, and 200 times its packed size for a file. */
  readonly unpackLimits?: UnpackLimits;
  /** Memory of the import; what does not fit is spilled. Default: an eighth of the machine, at least 512. */
  readonly megabytes?: number;
  /** The folder below which downloadable files lie, and to which those of the package are copied. */
  readonly storageRoot?: string;
  /** What of it belongs to which dataset, beside the folders that have a dataset's id as their name. */
  readonly storageAreas?: readonly StorageArea[];
  /** So many bytes of downloadable files are read at most to compare checksums. Default: 64 GB. */
  readonly verifiedBytes?: number;
  readonly onProgress?: (progress: ImportProgress) => void;
  readonly signal?: AbortSignal;
}

/** A release of the data of another, with a dictionary of its own (rule 15.40). */
export interface ShareRequest {
  /** The name of the new release: letters, digits and `_`. */
  readonly release: string;
  /** The release that holds the data; it must stay as long as the new one does. */
  readonly of: string;
  readonly dictionary: Dictionary;
}

/** Holds the releases of research data and runs questions about them; no caller needs to know the database. */
export interface Warehouse {
  /** What questions must be compiled for. */
  readonly dialect: Dialect;
  /** Questions of one account that are worked on at once, which leaves others something (rule 8.17). */
  readonly questionsOfOne: number;
  /**
   * Loads a release's dictionary and makes its tables known as `"release"."table"`; later calls cost nothing. Rejects with
   * PortalError `not_ready` where its data are gone or cannot be read.
   */
  open(release: string): Promise<Lookup>;
  /** The whole result. Rejects with PortalError `timed_out` after the statement time-out. */
  run(query: Query, options?: StopOptions): Promise<readonly Row[]>;
  /** The result in batches, in constant memory; leaving the loop early ends the statement. */
  stream(query: Query, options?: StopOptions): AsyncIterable<readonly Row[]>;
  /**
   * The result as a file, in pieces, in constant memory; leaving the loop early ends the statement. No piece is made
   * before the last but one was taken.
   */
  exportFile(request: ExportRequest, options?: StopOptions): AsyncIterable<FilePiece>;
  /** Builds a release beside the others; throws PackageRefused, and then nothing has changed. */
  build(request: BuildRequest): Promise<ImportReport>;
  /** Makes a release that reads the tables of another one and has a dictionary of its own; no row is copied. */
  share(request: ShareRequest): Promise<void>;
  /** Deletes a release; no error when there is none. */
  remove(release: string): Promise<void>;
  /** Questions that run, and that wait for their turn. */
  load(): { readonly running: number; readonly waiting: number };
  /** The names of all releases here that are whole. */
  list(): Promise<readonly string[]>;
  /** The bytes that each release takes of the disk. */
  sizes(): Promise<ReadonlyMap<string, number>>;
  /**
   * Takes out these releases, deletes unfinished builds, and returns the names of both. Other releases stay, since only
   * the caller knows which are needed. They are kept aside for a week.
   */
  cleanUp(dead: readonly string[]): Promise<readonly string[]>;
  /**
   * Until the returned function is called, releases that are removed are gone for everybody but `save`. Then their data
   * go, too.
   */
  hold(): () => Promise<void>;
  /** Writes a release into a folder, in the form of this database; returns the files. `restore` of any warehouse reads them. */
  save(request: SavedFolder): Promise<readonly SavedPart[]>;
  /** Makes a release of what `save` wrote, whole or not at all; throws where a file or a table is not as it was saved. */
  restore(request: SavedFolder, parts: readonly SavedPart[]): Promise<void>;
  /** Rejects with PortalError `unavailable` while the database below does not answer (rule 9.15). */
  checkReady(): Promise<void>;
  close(): Promise<void>;
}
