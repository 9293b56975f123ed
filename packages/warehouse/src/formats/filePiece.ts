import type { CsvForm } from '@atrium/contract/wire/csvForm';
import type { FileColumn } from '@atrium/engine';

export type FileFormat = 'csv' | 'ndjson' | 'parquet';

/** What is made of the rows of a table; plain data. */
export interface FileForm {
  readonly columns: readonly FileColumn[];
  readonly format: FileFormat;
  /** Of a CSV file. */
  readonly csv?: CsvForm;
}

/** A part of a file, with the number of rows that it ends. */
export interface FilePiece {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly rows: number;
}

/** A file to be made of the rows of a source; plain data, so that it can be sent to a thread. */
export interface FileTask<Source> extends FileForm {
  readonly source: Source;
}

/** Makes a file piece by piece, until the signal is aborted. */
export type MakeFile<Source> = (task: FileTask<Source>, signal: AbortSignal) => AsyncGenerator<FilePiece>;
