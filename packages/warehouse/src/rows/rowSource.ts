/** One cell: text, an item list where the format has lists of its own, or null where it has nulls. */
export type Cell = string | null | readonly (string | null)[];

/** A record with the 1-based line on which it begins. */
export interface SourceRow {
  readonly line: number;
  /** In the order of the file's columns. */
  readonly cells: readonly Cell[];
}

/** The rows of one file; read once, from the first to the last. */
export interface RowSource {
  /** Column names, or null where the file has none. */
  readonly columns: readonly string[] | null;
  /** Columns whose values have a type of their own, and so are spelled in one way whatever the package says. */
  readonly typedColumns: ReadonlySet<string>;
  rows(): AsyncIterable<readonly SourceRow[]>;
}

/** A file that is held open until it is let go, read to its end or not. */
export interface OpenRowSource extends RowSource {
  close(): Promise<void>;
}

/** Why a file cannot be read at all; a bad package, not a bad value. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  readonly file: string;

  constructor(file: string, reason: string, options?: ErrorOptions) {
    super(`${file}: ${reason}`, options);
    this.file = file;
  }
}
