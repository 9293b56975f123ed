import {
  type CohortOptions,
  type Day,
  edgeOfYear,
  type FilterEntry,
  isReversed,
  isWholeYears,
  isWindow,
  isYearsOfDays,
  parseDay,
  toUsDay,
  windowEnding,
  windowLengths,
  yearsOfWindow,
} from '@atrium/contract';
import { fieldReader } from '../definition/fieldReader.ts';
import { escapeHtml } from '../definition/html.ts';
import { fieldError } from '../definition/outcome.ts';
import {
  type ConceptKind,
  type FilterDraft,
  type FilterForm,
  filterMeaning,
  includesNull,
  type ValueFault,
} from './conceptKind.ts';
import { boundsField, noBounds, reversedBounds } from './range.ts';
import { boundWords, isOpen, lastDays, rangeWords, yearWord } from './words.ts';

function dateOptions(filter: FilterEntry | undefined): CohortOptions {
  if (filter?.kind === 'relativeDate')
    return { queryType: 'relative_to_today', existingMin: null, existingMax: null, daysAgo: filter.daysAgo };
  const { min, max } = filter?.kind === 'dateRange' ? filter : { min: null, max: null };
  return {
    queryType: 'date_range',
    existingMin: min === null ? '' : toUsDay(min),
    existingMax: max === null ? '' : toUsDay(max),
    daysAgo: null,
  };
}

/** Inclusive days; a year stands for its edge where the member sees no more (rules 1.15 and 2.16). */
function parseDays({ form, precision: { yearsOnly } }: FilterForm): FilterDraft {
  const reader = fieldReader();
  const min = reader.day('Minimum', form.min, yearsOnly ? 'first' : undefined);
  const max = reader.day('Maximum', form.max, yearsOnly ? 'last' : undefined);
  const flags = { includeNullAndMissing: includesNull(form) };
  const values = { kind: 'dateRange', queryType: 'date_range', min, max, ...flags } as const;
  return { values, errors: reader.errors, missing: [] };
}

/** Days back from today (rule 2.17). */
function parseDaysAgo({ form }: FilterForm): FilterDraft {
  const reader = fieldReader();
  const { errors } = reader;
  const daysAgo = reader.wholeNumber('Days ago', form.daysAgo);
  if (daysAgo === null && errors.length === 0)
    errors.push(fieldError('Days ago', 'missing', 'give a number of days.'));
  if (daysAgo !== null && !windowLengths.includes(daysAgo))
    errors.push(fieldError('Days ago', 'not_allowed', `choose one of ${windowLengths.join(', ')} days.`));
  const flags = { includeNullAndMissing: includesNull(form) };
  return {
    values: { kind: 'relativeDate', queryType: 'relative_to_today', daysAgo: daysAgo ?? 0, ...flags },
    errors,
    missing: [],
  };
}

export const dateKinds: Readonly<Record<'date', ConceptKind>> = {
  date: {
    columnType: 'DATE',
    filterKinds: ['dateRange', 'relativeDate'],
    mayExclude: true,
    hasYears: true,
    isTopCoded: false,
    isTruthy: null,
    scale: 'date',
    isCoded: false,
    isText: false,
    isFreeText: false,
    picked: null,
    cell: (_, { yearsOnly }) => ({ kind: yearsOnly ? 'year' : 'date', unit: null }),
    options: ({ filter }) => dateOptions(filter),
    parse: (given) => (given.form.queryType === 'relative_to_today' ? parseDaysAgo(given) : parseDays(given)),
    equals: (concept, text) => {
      const day = parseDay(text);
      return day === undefined ? null : { kind: 'betweenDays', concept, min: day, max: day };
    },
  },
};

/** The first or last day of a day's year; an open side stays open. */
export const yearStart = <Open extends null | undefined>(day: Day | Open) => day && edgeOfYear(day, 'first');
export const yearEnd = <Open extends null | undefined>(day: Day | Open) => day && edgeOfYear(day, 'last');

const wholeYearsOnly = (title: string, inForm: Pick<ValueFault, 'formErrors' | 'mayFollow'>): ValueFault => ({
  code: 'whole_years',
  message: `You may ask for whole years of ${title} only.`,
  ...inForm,
});

export const dateFilter = filterMeaning('dateRange', {
  fault: (filter, { title }) => {
    if (isReversed(filter.min, filter.max)) return reversedBounds(title, 'the minimum is after the maximum.');
    return isOpen(filter) && !filter.includeNullAndMissing ? noBounds(title, 'date') : null;
  },
  precisionFaults: ({ min, max }, { title }, { yearsOnly }) => {
    if (!yearsOnly || isWholeYears(min, max)) return [];
    const text = `you may ask for whole years of ${title} only.`;
    const formErrors = [fieldError(boundsField, 'not_allowed', text)];
    return [wholeYearsOnly(title, { formErrors, mayFollow: false })];
  },
  plan: ({ min, max }, { concept }) =>
    min === null && max === null ? [] : [{ kind: 'betweenDays', concept, min, max }],
  describe: (filter, { concept, yearsOnly }) => {
    const word = yearsOnly ? yearWord : escapeHtml;
    return boundWords(filter, rangeWords(concept, [filter.min, filter.max], word), isOpen(filter));
  },
  redact: (filter, { yearsOnly }) =>
    yearsOnly ? { ...filter, min: yearStart(filter.min), max: yearEnd(filter.max) } : filter,
});

export const relativeDateFilter = filterMeaning('relativeDate', {
  fault: ({ daysAgo }, { title }) =>
    isWindow(daysAgo)
      ? null
      : {
          code: 'window',
          message: `The days back of ${title} are out of range.`,
          formErrors: [fieldError('Days ago', 'out_of_range', 'give a number from 1 to 100000.')],
          mayFollow: true,
        },
  precisionFaults: ({ daysAgo }, { title }, { yearsOnly }) => {
    if (!yearsOnly || isYearsOfDays(daysAgo)) return [];
    const text = `you may ask for whole years (365, 730, …) of ${title} only.`;
    const formErrors = [fieldError('Days ago', 'not_allowed', text)];
    return [wholeYearsOnly(title, { formErrors, mayFollow: true })];
  },
  plan: ({ daysAgo }, { concept, yearsOnly, today }) => [
    { kind: 'betweenDays', concept, ...(yearsOnly ? yearsOfWindow : windowEnding)(today, daysAgo) },
  ],
  describe: (filter, { concept, yearsOnly }) =>
    boundWords(filter, `${escapeHtml(concept.title)} ${lastDays(filter.daysAgo, yearsOnly)}`),
  redact: (filter) => filter,
});
