import type { CellCode, CountTables } from './countTables.ts';

/** Which figures of a set of tables stay hidden. */
export interface HiddenFigures {
  isHidden(code: CellCode): boolean;
  /** Whether a place on an axis may be named: it occurs, and saying so gives nothing away. */
  isListed(code: CellCode): boolean;
}

/** A rule of suppression; a pure function of the counts, so that repeating a question gives the same answer. */
export type HideFigures = (tables: CountTables, threshold: number) => HiddenFigures;
