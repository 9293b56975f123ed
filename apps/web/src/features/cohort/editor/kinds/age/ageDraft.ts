import { toAgeInDays, toExactYearsAndDays } from '@atrium/contract/calendar/ages';
import { formatQuantity, toNumber } from '@atrium/contract/calendar/numerals';
import type { CohortOptions } from '@atrium/contract/wire/concept';
import type { AgeStatistics, ConceptStatistics } from '@atrium/contract/wire/statistics';
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

const text = z.string();

export const ageDraft = z.object({
  kind: z.literal('age'),
  minYear: text,
  minDay: text,
  maxYear: text,
  maxDay: text,
});
export type AgeDraft = Readonly<z.output<typeof ageDraft>>;

export const initialAges = (options: CohortOptions): AgeDraft => ({
  kind: 'age',
  minYear: shownText(options.existingMinYear),
  minDay: shownText(options.existingMinDay),
  maxYear: shownText(options.existingMaxYear),
  maxDay: shownText(options.existingMaxDay),
});

export const agesToFilter = (draft: AgeDraft, includeMissing: boolean) => ({
  includeNullAndMissing: includeMissing,
  ageMinYear: draft.minYear,
  ageMinDay: draft.minDay,
  ageMaxYear: draft.maxYear,
  ageMaxDay: draft.maxDay,
});

/** An age in days; years as the server counts them (rule 2.16). Null where neither is given. */
function daysOf(years: string, days: string): number | null {
  const [wholeYears, restOfDays] = [toNumber(years), toNumber(days)];
  if (wholeYears === null && restOfDays === null) return null;
  return toAgeInDays({ years: wholeYears ?? 0, days: restOfDays ?? 0 });
}

/** Years and days that make up so many days, exactly; as many whole years as there are. */
export function yearsAndDays(days: number | null): readonly [years: string, days: string] {
  if (days === null) return ['', ''];
  const age = toExactYearsAndDays(days);
  return [String(age.years), String(age.days)];
}

export const ageMeasure: Measure<AgeDraft> = {
  toRange: (draft) => ({
    min: daysOf(draft.minYear, draft.minDay),
    max: daysOf(draft.maxYear, draft.maxDay),
  }),
  withRange: (draft, range) => {
    const [minYear, minDay] = yearsAndDays(range.min);
    const [maxYear, maxDay] = yearsAndDays(range.max);
    return { ...draft, minYear, minDay, maxYear, maxDay };
  },
  spoken: (value) => {
    const [years, days] = yearsAndDays(value);
    return `${formatQuantity(Number(years), 'year')} ${formatQuantity(Number(days), 'day')}`;
  },
  positionOf: Number,
};

const parts = ['minYear', 'minDay', 'maxYear', 'maxDay'] as const;

export const typedAges: TypedDraft<AgeDraft> = {
  fieldNames: {
    Minimum: 'minYear',
    Maximum: 'maxYear',
    'Minimum years': 'minYear',
    'Minimum days': 'minDay',
    'Maximum years': 'maxYear',
    'Maximum days': 'maxDay',
  },
  errorsOf: (draft) => {
    const errors = numeralErrors(draft, parts);
    return hasErrors(errors) ? errors : orderError(ageMeasure.toRange(draft), 'maxYear');
  },
  isBlank: (draft) => parts.every((part) => isBlankText(draft[part])),
};

/** The figures of ages; null where the server answered about another type. */
export function asAges(given: ConceptStatistics): AgeStatistics | null {
  const measured = asMeasured(given);
  return measured !== null && isAges(measured) ? measured : null;
}

const isAges = (given: Measured): given is AgeStatistics => 'minYear' in given.stats;
