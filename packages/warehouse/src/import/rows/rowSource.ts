/** One cell: text, an item list where the format has lists of its own, or null where it has nulls. */
export type Cell = string | null | readonly (string | null)[];

/** The text of a cell; a list in a field of single values is one text. */
export const textOfCell = (cell: Cell): string | null =>
  cell === null || typeof cell === 'string' ? cell : cell.map((item) => item ?? '').join(', ');

/** Whether a whole cell says "missing". */
export const isMissing = (cell: Cell, missing: ReadonlySet<string>): boolean =>
  typeof cell === 'string' && (missing.has(cell) || missing.has(cell.trim()));

/** A record with the 1-based line on which it begins. */
export interface SourceRow {
  readonly line: number;
  /** In the order of the file's columns. */
  readonly cells: readonly Cell[];
}

/** The rows of one file, which can be iterated once. */
export interface RowSource {
  /** Column names, or null where the file has none. */
  readonly columns: readonly string[] | null;
  /** Columns whose values have a type in the file; they are spelled in the standard way, whatever the package says. */
  readonly typedColumns: ReadonlySet<string>;
  rows(): AsyncIterable<readonly SourceRow[]>;
}

/** A file that stays open until it is closed. */
export interface OpenRowSource extends RowSource {
  close(): Promise<void>;
}
