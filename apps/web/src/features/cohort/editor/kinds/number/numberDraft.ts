import {
  type CohortOptions,
  type ConceptStatistics,
  type NumberStatistics,
  toNumber,
} from '@atrium/contract';
import { z } from 'zod';
import { hasErrors } from '../../../../../api/definition/fieldErrors.ts';
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

export const initialNumbers = ({ existingMin, existingMax }: CohortOptions): NumberDraft => ({
  kind: 'number',
  min: shownText(existingMin),
  max: shownText(existingMax),
});

export const numbersToFilter = ({ min, max }: NumberDraft, includeMissing: boolean) => ({
  includeNullAndMissing: includeMissing,
  min: min.trim(),
  max: max.trim(),
});

const plain = (value: number | null): string => (value === null ? '' : String(Number(value.toPrecision(12))));

export const numberMeasure: Measure<NumberDraft> = {
  toRange: ({ min, max }) => ({ min: toNumber(min), max: toNumber(max) }),
  withRange: (draft, { min, max }) => ({ ...draft, min: plain(min), max: plain(max) }),
  spoken: plain,
  positionOf: Number,
};

export const typedNumbers: TypedDraft<NumberDraft> = {
  fieldNames: { Minimum: 'min', Maximum: 'max' },
  errorsOf: (draft) => {
    const errors = numeralErrors(draft, ['min', 'max']);
    return hasErrors(errors) ? errors : orderError(numberMeasure.toRange(draft), 'max');
  },
  isBlank: ({ min, max }) => isBlankText(min) && isBlankText(max),
};

/** The figures of numbers; null where the server answered about another type. */
export function asNumbers(given: ConceptStatistics): NumberStatistics | null {
  const measured = asMeasured(given);
  return measured !== null && isNumbers(measured) ? measured : null;
}

const isNumbers = (given: Measured): given is NumberStatistics => 'avg' in given.stats;
