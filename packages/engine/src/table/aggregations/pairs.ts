import type { Scalar } from '@atrium/contract/wire/tableView';

/**
 * The pairs of a group in memory, for the second statement of what a method means: slow and obvious, and what tests
 * hold the SQL to.
 */
export interface Pair {
  readonly value: Scalar;
  /** The code behind an ontology label; else null. */
  readonly code: string | null;
  /** When the row happened; null of an undated one. */
  readonly at: string | null;
}

/** What a method makes of the pairs: a cell, or the value and the count of one that shows both. */
export type MeantCell = Scalar | readonly Scalar[] | { readonly value: Scalar; readonly tally: number };

/** Ascending, numbers before words and nulls last. */
export function compareScalars(one: Scalar, other: Scalar): number {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1;
  return one < other ? -1 : 1;
}

/** The values in ascending order. */
export const valuesOf = (pairs: readonly Pair[]): readonly Scalar[] =>
  pairs
    .map(({ value }) => value)
    .filter((value) => value !== null)
    .toSorted(compareScalars);

/** The numbers in ascending order, without the words beside them. */
export const numbersOf = (pairs: readonly Pair[]): readonly number[] =>
  valuesOf(pairs).filter((value) => typeof value === 'number');

/** Without undated pairs; ties by value (rule 5.7). */
export const inTimeOrder = (pairs: readonly Pair[], direction: 1 | -1): readonly Scalar[] =>
  pairs
    .filter(({ at }) => at !== null)
    .toSorted((a, b) => direction * compareScalars(a.at, b.at) || compareScalars(a.value, b.value))
    .map(({ value }) => value);

/** The dates of the pairs in ascending order. */
export const datesOf = (pairs: readonly Pair[]): readonly string[] =>
  pairs.flatMap(({ at }) => at ?? []).toSorted();

/** The values as a list; null where there are none. */
export const listOf = (values: readonly Scalar[]): readonly Scalar[] | null =>
  values.length === 0 ? null : values;
