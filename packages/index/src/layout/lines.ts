import type { Codes } from '../kernel/kernel.ts';
import type { Step } from './steps.ts';

/**
 * What a code adds to the key of a line: what a table says of each code, or `none` for code 0 and else
 * `first + (code - 1) * step`, up to the code `last`.
 */
export type KeyPart =
  | { readonly by: 'table'; readonly table: Float64Array }
  | {
      readonly by: 'step';
      readonly none: number;
      readonly first: number;
      readonly step: number;
      readonly last: number;
    };

/** A concept whose values stand in the lines. */
export interface KeyedColumn {
  readonly codes: Codes;
  /** Where a row may have several values: the address of their offsets (u32). */
  readonly lists: number | null;
  readonly part: KeyPart;
  /** Where a code may add several keys, each a line of its own: those of code c lie from `offsets[c]` on. */
  readonly several?: { readonly offsets: Uint32Array; readonly keys: Float64Array } | undefined;
}

/** Rows of a collection, those that a step finds or all. */
export interface LineRows {
  readonly offsets: number;
  readonly step: Step | null;
}

/** Columns whose values stand in the same row. */
export interface LineGroup {
  /** Null: the subject's own row. */
  readonly rows: LineRows | null;
  readonly columns: readonly KeyedColumn[];
}

/** What becomes of the values of a subject: how many there are, the lowest, the one whose row started last, … */
export type FigureMethod =
  | { readonly make: 'count' | 'countDistinct' | 'lowest' | 'highest' }
  | { readonly make: 'first' | 'last'; readonly edge: Codes; readonly edgeRanks: Uint32Array | null };

/** No value, among ranks. */
export const noRank = 0xffffffff;

/** Something that is made of the rows of a subject, and stands in all its lines. */
export interface KeyedFigure {
  /** Null: the subject's own row. */
  readonly rows: LineRows | null;
  readonly codes: Codes;
  /** Where a row may have several values: the address of their offsets (u32). */
  readonly lists: number | null;
  /** The rank of the value of each code from 1 on; null where code c has the rank c - 1. */
  readonly ranks: Uint32Array | null;
  readonly method: FigureMethod;
  /** What rank r of the figure adds: that of code r + 1; code 0 is no figure. */
  readonly part: KeyPart;
}

/**
 * The lines of a table that stacks concepts, as plain data: of each subject one for each row of each group and each
 * value of a row; where there is none, no value. A line is a whole number, its key: the sum of what its values add.
 */
export interface StackedLines {
  /** The subjects. */
  readonly cohort: Step;
  readonly groups: readonly LineGroup[];
  readonly figures: readonly KeyedFigure[];
  /** Keys are below. */
  readonly size: number;
}
