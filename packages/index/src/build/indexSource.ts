import type { Query } from '@atrium/engine';

/** What an index is made from: statements on a release, whichever database holds it. */
export interface IndexSource {
  /** Few rows, as objects. */
  rows(query: Query): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /**
   * Many lines of numbers, in any order, as they come: an array for each column, which may be used until `take` returns.
   * NaN is a number that is absent.
   */
  columns(query: Query, take: (columns: readonly ArrayLike<number>[], lines: number) => void): Promise<void>;
  /** Many lines of one text each, in the order of the statement. */
  texts(query: Query, take: (texts: readonly string[]) => void): Promise<void>;
}
