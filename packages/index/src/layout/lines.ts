import type { Codes } from '../kernel/kernel.ts';
import type { Step } from './steps.ts';

/**
 * What a code adds to the key of a line: what a table says of each code, or `none` for code 0 and else
 * `first + (code - 1) * step`.
 */
export type KeyPart =
  | { readonly by: 'table'; readonly table: Float64Array }
  | { readonly by: 'step'; readonly none: number; readonly first: number; readonly step: number };

/** A concept whose values stand in the lines. */
export interface KeyedColumn {
  readonly codes: Codes;
  /** Where a row may have several values: the address of their offsets (u32). */
  readonly lists: number | null;
  readonly part: KeyPart;
}

/** Columns whose values stand in the same row. */
export interface LineGroup {
  /** The rows of a collection that the lines are made of, those that a step finds or all; null: the subject itself. */
  readonly rows: { readonly offsets: number; readonly step: Step | null } | null;
  readonly columns: readonly KeyedColumn[];
}

/**
 * The lines of a table that stacks concepts, as plain data: of each subject one for each row of each group and each
 * value of a row; where there is none, no value. A line is a whole number, its key: the sum of what its values add.
 */
export interface StackedLines {
  /** The subjects. */
  readonly cohort: Step;
  readonly groups: readonly LineGroup[];
  /** Keys are below. */
  readonly size: number;
}
