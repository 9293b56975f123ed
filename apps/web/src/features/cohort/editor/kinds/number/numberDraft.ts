import { toNumber } from '@atrium/contract/calendar/numerals';
import type { AddFilter } from '@atrium/contract/wire/cohortTransformation';
import type { CohortOptions } from '@atrium/contract/wire/concept';
import type {
  ConceptStatistics,
  NumberAndWordStatistics,
  NumberStatistics,
} from '@atrium/contract/wire/statistics';
import { z } from 'zod';
import { type FieldErrors, hasErrors } from '../../../../../api/definition/fieldErrors.ts';
import type { Range } from '../../../../../charts/brush/rangeBrush.ts';
import { shownText, type TypedDraft } from '../kind.ts';
import {
  asMeasured,
  isBlankText,
  type Measure,
  type Measured,
  numeralErrors,
  orderError,
} from '../measured/measure.ts';

export const numberDraft = z.object({ kind: z.literal('number'), min: z.string(), max: z.string() });
export type NumberDraft = Readonly<z.output<typeof numberDraft>>;

/** What is typed as the bounds of a number. */
export type TypedBounds = Omit<NumberDraft, 'kind'>;

export const initialBounds = ({ existingMin, existingMax }: CohortOptions): TypedBounds => ({
  min: shownText(existingMin),
  max: shownText(existingMax),
});

export const initialNumbers = (options: CohortOptions): NumberDraft => ({
  kind: 'number',
  ...initialBounds(options),
});

export const numbersToFilter = ({ min, max }: TypedBounds, includeMissing: boolean) => ({
  includeNullAndMissing: includeMissing,
  min: min.trim(),
  max: max.trim(),
});

const plain = (value: number | null): string => (value === null ? '' : String(Number(value.toPrecision(12))));

const toRange = ({ min, max }: TypedBounds): Range => ({ min: toNumber(min), max: toNumber(max) });

export const measureOfNumbers = <Draft extends TypedBounds>(): Measure<Draft> => ({
  toRange,
  withRange: (draft, { min, max }) => ({ ...draft, min: plain(min), max: plain(max) }),
  spoken: plain,
  positionOf: Number,
});

export const typedNumbers = {
  fieldNames: { Minimum: 'min', Maximum: 'max' },
  errorsOf: (draft: TypedBounds): FieldErrors<'min' | 'max'> => {
    const errors = numeralErrors(draft, ['min', 'max']);
    return hasErrors(errors) ? errors : orderError(toRange(draft), 'max');
  },
  isBlank: ({ min, max }: TypedBounds) => isBlankText(min) && isBlankText(max),
} as const;

/** The figures of numbers; null where the server answered about another type. */
export function asNumbers(given: ConceptStatistics): NumberFigures | null {
  const measured = asMeasured(given);
  return measured !== null && isNumbers(measured) ? measured : null;
}

type NumberFigures = NumberStatistics | NumberAndWordStatistics;

const isNumbers = (given: Measured): given is NumberFigures => 'avg' in given.stats;

/** Numbers with words beside them. */
export const numberOrWordsDraft = numberDraft.extend({
  kind: z.literal('numberOrWords'),
  values: z.array(z.string()).readonly(),
});
export type NumberOrWordsDraft = Readonly<z.output<typeof numberOrWordsDraft>>;

export const initialNumberOrWords = (options: CohortOptions): NumberOrWordsDraft => ({
  kind: 'numberOrWords',
  ...initialBounds(options),
  values: (options.selectedValues ?? []).filter((value) => value !== null),
});

/** The bounds and the words are alternatives (rule 2.21). */
export const numberOrWordsToFilter = (
  draft: NumberOrWordsDraft,
  includeMissing: boolean,
): Partial<AddFilter> => ({
  ...numbersToFilter(draft, includeMissing),
  selectedCategories: [...draft.values],
});

export const typedNumberOrWords: TypedDraft<NumberOrWordsDraft> = {
  ...typedNumbers,
  isBlank: (draft) => typedNumbers.isBlank(draft) && draft.values.length === 0,
};
