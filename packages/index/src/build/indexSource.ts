import type { Query } from '@atrium/engine';

/** What an index is made from: statements on a release, whichever database holds it. */
export interface IndexSource {
  /** Few rows, as objects. */
  rows(query: Query): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Many rows of whole numbers from 0 on, in the order of the statement, as they come: an array for each column. */
  columns(query: Query, take: (columns: readonly ArrayLike<number>[], rows: number) => void): Promise<void>;
}
