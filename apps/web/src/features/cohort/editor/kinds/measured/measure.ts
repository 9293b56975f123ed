import { isReversed, toNumber } from '@atrium/contract/calendar/numerals';
import type { ConceptStatistics } from '@atrium/contract/wire/statistics';
import { type FieldErrors, noErrors } from '../../../../../api/definition/fieldErrors.ts';
import type { Edges, Range } from '../../../../../charts/brush/rangeBrush.ts';

/** Converts the bounds of a draft to positions on its histogram's axis, and back. */
export interface Measure<Draft> {
  readonly toRange: (draft: Draft) => Range;
  readonly withRange: (draft: Draft, range: Range) => Draft;
  readonly spoken: (value: number) => string;
  /** The position of a bin's bound as the server sends it. */
  readonly positionOf: (bound: number | string) => number;
}

/** The positions of the bounds of all bins; none where the server sent none. */
export const edgesOf = <Draft>(
  bins: readonly (readonly [number | string, number | string])[] | undefined,
  { positionOf }: Measure<Draft>,
): Edges => (bins ?? []).map(([from, to]) => [positionOf(from), positionOf(to)] as const);

/** The parts that numbers, ages and dates have in common. */
export type Measured = Extract<ConceptStatistics, { readonly stats: unknown }>;

/** The figures of a measured concept; null where the server answered about another type. */
export const asMeasured = (given: ConceptStatistics): Measured | null => ('stats' in given ? given : null);

export const hasNoFigures = (given: ConceptStatistics): boolean =>
  asMeasured(given)?.stats.countNonNull === 0;

/** What stands in an empty bound: the end of the data, in words, so that nobody takes it for a bound. */
export const boundHint = (end: 'min' | 'max', value: number | string | null | undefined): string =>
  value === null || value === undefined ? '' : `${end === 'min' ? 'lowest' : 'highest'} ${value}`;

export const isBlankText = (text: string): boolean => text.trim() === '';

/** The error of each text that is no number; those that are empty are left open. */
export function numeralErrors<Field extends string>(
  texts: Readonly<Record<Field, string>>,
  fields: readonly Field[],
): FieldErrors<Field> {
  const wrong: Partial<Record<Field, string>> = {};
  for (const field of fields) {
    const text = texts[field];
    if (!isBlankText(text) && toNumber(text) === null) wrong[field] = `“${text}” is not a number.`;
  }
  return { fields: wrong, rest: [] };
}

/** The error of a maximum below the minimum, at a field. */
export function orderError<Field extends string>({ min, max }: Range, at: Field): FieldErrors<Field> {
  if (!isReversed(min, max)) return noErrors;
  const fields: Partial<Record<Field, string>> = {};
  fields[at] = 'The maximum is below the minimum.';
  return { fields, rest: [] };
}
