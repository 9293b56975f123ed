import {
  type Day,
  edgeOfYear,
  isWholeYears,
  isWindow,
  isYearsOfDays,
  parseDay,
  toUsDay,
  windowEnding,
  windowLengths,
  yearEdge,
  yearOf,
  yearsOfWindow,
} from '@atrium/contract/calendar/days';
import { isReversed } from '@atrium/contract/calendar/numerals';
import type { FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import type { CohortOptions } from '@atrium/contract/wire/concept';
import { fieldReader } from '../definition/fieldReader.ts';
import { escapeHtml } from '../definition/html.ts';
import { fieldError } from '../definition/outcome.ts';
import type { Concept } from '../dictionary/dictionary.ts';
import {
  type ConceptKind,
  type FilterDraft,
  type FilterForm,
  filterMeaning,
  includesNull,
  type ValueFault,
} from './conceptKind.ts';
import { boundWords, isOpen, lastDays, rangeWords, shownYearWord } from './conceptsWords.ts';
import { boundsField, noBounds, reversedBounds } from './range.ts';

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
    hasWords: false,
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

/** A concept whose dates may show as years; null where it is not known. */
type Dated = Pick<Concept, 'topCodedYear'> | null;

/** The day, or one of the year that stands for its year (rule 1.21). */
const shownDay = (day: Day, dated: Dated): Day =>
  isShownYear(day, dated) ? day : (yearEdge(fourDigits(dated?.topCodedYear), 'first') ?? day);

const fourDigits = (year: number | null | undefined): string => String(year ?? '').padStart(4, '0');

/** The first or last day of the year that a day shows as; an open side stays open. */
export const yearStart = <Open extends null | undefined>(day: Day | Open, dated: Dated) =>
  day && edgeOfYear(shownDay(day, dated), 'first');
export const yearEnd = <Open extends null | undefined>(day: Day | Open, dated: Dated) =>
  day && edgeOfYear(shownDay(day, dated), 'last');

/** Whether a bound lies in a year that is shown: one before would tell years apart that are one (rule 1.22). */
export const isShownYear = (bound: Day | null, dated: Dated): boolean =>
  bound === null || yearOf(bound) >= (dated?.topCodedYear ?? 0);

/** Why such a bound is refused. */
export const boundsBeforeTopCode = (dated: Dated): string =>
  `${dated?.topCodedYear} and the years before it are one group, so no bound can lie before ${dated?.topCodedYear}.`;

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
  precisionFaults: ({ min, max }, concept, { yearsOnly }) => {
    if (!yearsOnly) return [];
    const { title } = concept;
    const refusal = (text: string) => ({
      formErrors: [fieldError(boundsField, 'not_allowed', text)],
      mayFollow: false,
    });
    if (!isWholeYears(min, max))
      return [wholeYearsOnly(title, refusal(`you may ask for whole years of ${title} only.`))];
    if ([min, max].every((bound) => isShownYear(bound, concept))) return [];
    const text = boundsBeforeTopCode(concept);
    return [{ code: 'top_coded_year', message: `${title}: ${text}`, ...refusal(text) }];
  },
  plan: ({ min, max }, { concept }) =>
    min === null && max === null ? [] : [{ kind: 'betweenDays', concept, min, max }],
  describe: (filter, { concept, yearsOnly }) => {
    const word = yearsOnly ? shownYearWord(concept) : escapeHtml;
    return boundWords(filter, rangeWords(concept, [filter.min, filter.max], word), isOpen(filter));
  },
  redact: (filter, { yearsOnly }, concept) =>
    yearsOnly
      ? { ...filter, min: yearStart(filter.min, concept), max: yearEnd(filter.max, concept) }
      : filter,
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
