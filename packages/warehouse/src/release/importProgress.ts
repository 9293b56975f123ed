/** check: the package; ontologies, read: its files; store: tables of the release; finish: the file itself. */
export type ImportPhase = 'check' | 'ontologies' | 'read' | 'store' | 'finish';

/** Where an import is; bytes are those of the package's files as they lie there, compressed or not. */
export interface ImportProgress {
  readonly phase: ImportPhase;
  /** The table in hand, null outside `read` and `store`. */
  readonly collection: string | null;
  /** Rows read so far from all tables. */
  readonly rows: number;
  readonly bytesRead: number;
  readonly bytesTotal: number;
}
