import { dayNumber, isoDay } from '@atrium/contract/calendar/dayNumbers';
import {
  daysOfCalendarYear,
  isYearsOfDays,
  parseDay,
  toDay,
  windowLengths,
  yearEdge,
} from '@atrium/contract/calendar/days';
import type { AddFilter } from '@atrium/contract/wire/cohortTransformation';
import type { CohortOptions } from '@atrium/contract/wire/concept';
import type { ConceptStatistics, DateStatistics } from '@atrium/contract/wire/statistics';
import { z } from 'zod';
import { noErrors } from '../../../../../api/definition/fieldErrors.ts';
import { type DateMode, shownText, type TypedDraft } from '../kind.ts';
import { asMeasured, type Measure, type Measured, orderError } from '../measured/measure.ts';

export const dateDraft = z.object({
  kind: z.literal('date'),
  mode: z.enum(['date_range', 'relative_to_today']),
  min: z.string(),
  max: z.string(),
  daysAgo: z.int(),
});
export type DateDraft = Readonly<z.output<typeof dateDraft>>;

/** The server spells days `MM/DD/YYYY`; a date input wants `YYYY-MM-DD`. */
const shownDay = (value: string | number | null | undefined): string => parseDay(shownText(value)) ?? '';

export const initialDates = (options: CohortOptions): DateDraft => ({
  kind: 'date',
  mode: options.queryType ?? 'date_range',
  min: shownDay(options.existingMin),
  max: shownDay(options.existingMax),
  daysAgo: options.daysAgo ?? 1,
});

export const inDateTab = (draft: DateDraft, mode: DateMode): DateDraft => ({ ...draft, mode });

/** A year means its first day as a lower bound and its last day as an upper one. */
function dayOf(text: string, bound: 'min' | 'max'): string {
  const trimmed = text.trim();
  return yearEdge(trimmed, bound === 'min' ? 'first' : 'last') ?? trimmed;
}

export const datesToFilter = (draft: DateDraft, includeMissing: boolean): Partial<AddFilter> => ({
  includeNullAndMissing: includeMissing,
  queryType: draft.mode,
  ...(draft.mode === 'relative_to_today'
    ? { daysAgo: draft.daysAgo }
    : { min: dayOf(draft.min, 'min'), max: dayOf(draft.max, 'max') }),
});

/** Days since 1970 as a position on the axis; null when there is no such day. */
function positionOfDay(text: string, bound: 'min' | 'max'): number | null {
  const day = toDay(dayOf(text, bound));
  return day === undefined ? null : dayNumber(day);
}

const dayAt = (position: number | null): string => (position === null ? '' : isoDay(position));

export const dateMeasure: Measure<DateDraft> = {
  toRange: ({ min, max }) => ({ min: positionOfDay(min, 'min'), max: positionOfDay(max, 'max') }),
  withRange: (draft, { min, max }) => ({ ...draft, mode: 'date_range', min: dayAt(min), max: dayAt(max) }),
  spoken: dayAt,
  positionOf: (bound) => positionOfDay(String(bound), 'min') ?? 0,
};

export const typedDates: TypedDraft<DateDraft> = {
  fieldNames: { Minimum: 'min', Maximum: 'max', 'Days ago': 'daysAgo' },
  errorsOf: (draft) =>
    draft.mode === 'relative_to_today' ? noErrors : orderError(dateMeasure.toRange(draft), 'max'),
  isBlank: ({ mode, min, max }) => mode === 'date_range' && min === '' && max === '',
};

/** The figures of dates; null where the server answered about another type. */
export function asDates(given: ConceptStatistics): DateStatistics | null {
  const measured = asMeasured(given);
  return measured !== null && isDates(measured) ? measured : null;
}

const isDates = (given: Measured): given is DateStatistics =>
  !('minYear' in given.stats) && !('avg' in given.stats);

/** Whether dates are shown as years only (rule 1.15). */
export const isYearsOnly = (given: DateStatistics | null): boolean =>
  typeof given?.stats.min === 'number' || typeof given?.stats.max === 'number';

/** The draft as it can be sent: a member who may see years only asks for whole years, and the editor shows these. */
export const permittedDates = (draft: DateDraft, found: ConceptStatistics | undefined): DateDraft =>
  found === undefined
    ? draft
    : { ...draft, daysAgo: permittedDays(draft.daysAgo, isYearsOnly(asDates(found))) };

const years: Readonly<Record<number, string>> = {
  [daysOfCalendarYear]: '1 year',
  [2 * daysOfCalendarYear]: '2 years',
  [3 * daysOfCalendarYear]: '3 years',
};

export const dayChoiceLabel = (days: number): string =>
  days === 1 ? 'today' : (years[days] ?? `${days} days`);

const isPermitted = (days: number, yearsOnly: boolean): boolean => !yearsOnly || isYearsOfDays(days);

/** The window itself, or a year for members who may ask for whole years only (rule 1.15). */
export const permittedDays = (days: number, yearsOnly: boolean): number =>
  isPermitted(days, yearsOnly) ? days : daysOfCalendarYear;

/** The windows to choose from; one that a filter has from elsewhere stays among them. */
export const dayChoicesFor = (yearsOnly: boolean, held: number): readonly number[] =>
  [...new Set([...windowLengths, held])].filter((days) => isPermitted(days, yearsOnly)).sort((a, b) => a - b);
