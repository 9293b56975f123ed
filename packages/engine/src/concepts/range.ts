import {
  areWithinTopCodedAge,
  type CohortOptions,
  type FilterEntry,
  isReversed,
  toAgeInDays,
  toExactYearsAndDays,
  toNumber,
  topCodedAgeDays,
} from '@atrium/contract';
import { sql } from 'kysely';
import { type FieldReader, type FormValue, fieldReader } from '../definition/fieldReader.ts';
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
import type { RowCondition } from './rowCondition.ts';
import { ageWord, boundWords, isOpen, numberWord, rangeWords } from './words.ts';

interface Bounds {
  readonly min: number | null;
  readonly max: number | null;
}

const boundsOf = (filter: FilterEntry | undefined): Bounds =>
  filter?.kind === 'range' ? filter : { min: null, max: null };

/** Inclusive bounds of a number; at least one, or the null option. */
function parseNumber(given: FilterForm): FilterDraft {
  const reader = fieldReader();
  const min = reader.number('Minimum', given.form.min);
  const max = reader.number('Maximum', given.form.max);
  return rangeDraft({ min, max }, reader, given);
}

/** Bounds of an age in days, from years and days of which a missing part is 0 (rule 2.16). */
function parseAge(given: FilterForm): FilterDraft {
  const { ageMinYear, ageMinDay, ageMaxYear, ageMaxDay } = given.form;
  const reader = fieldReader();
  const min = parseBound(reader, 'Minimum', [ageMinYear, ageMinDay]);
  const max = parseBound(reader, 'Maximum', [ageMaxYear, ageMaxDay]);
  return rangeDraft({ min, max }, reader, given);
}

function parseBound(
  reader: FieldReader,
  side: string,
  [year, day]: readonly [FormValue, FormValue],
): number | null {
  const years = reader.number(`${side} years`, year);
  const days = reader.wholeNumber(`${side} days`, day);
  return years === null && days === null ? null : toAgeInDays({ years: years ?? 0, days: days ?? 0 });
}

function rangeDraft({ min, max }: Bounds, { errors }: FieldReader, { form }: FilterForm): FilterDraft {
  const values = { kind: 'range', min, max, includeNullAndMissing: includesNull(form) } as const;
  return { values, errors, missing: [] };
}

function ageOptions({ min, max }: Bounds): CohortOptions {
  const parts = (days: number | null) =>
    days === null ? { years: null, days: null } : toExactYearsAndDays(days);
  const from = parts(min);
  const to = parts(max);
  return {
    existingMinYear: from.years,
    existingMinDay: from.days,
    existingMaxYear: to.years,
    existingMaxDay: to.days,
  };
}

function equalsNumber(concept: Concept, text: string): RowCondition | null {
  const number = toNumber(text);
  return number === null ? null : { kind: 'between', concept, min: number, max: number };
}

const ranged = {
  filterKinds: ['range'],
  mayExclude: true,
  hasYears: false,
  isCoded: false,
  isText: false,
  isFreeText: false,
  picked: null,
  equals: equalsNumber,
} as const;

export const rangeKinds: Readonly<Record<'number' | 'age', ConceptKind>> = {
  number: {
    ...ranged,
    columnType: 'DOUBLE PRECISION',
    isTopCoded: false,
    isTruthy: (value) => sql`${value} <> 0`,
    scale: 'number',
    cell: ({ isInteger, unit }) => ({ kind: isInteger ? 'integer' : 'number', unit }),
    options: ({ filter }) => {
      const { min, max } = boundsOf(filter);
      return { existingMin: min, existingMax: max };
    },
    parse: parseNumber,
  },
  age: {
    ...ranged,
    columnType: 'INTEGER',
    isTopCoded: true,
    isTruthy: null,
    scale: 'age',
    cell: () => ({ kind: 'age', unit: 'day' }),
    options: ({ filter }) => ageOptions(boundsOf(filter)),
    parse: parseAge,
  },
};

export const boundsField = ['Minimum', 'Maximum'];

/** A range without bounds that does not ask for null either. */
export const noBounds = (title: string, wanted: 'bound' | 'date'): ValueFault => ({
  code: 'no_bounds',
  message: `${title} has no bounds.`,
  formErrors: [fieldError(boundsField, 'missing', `give at least one ${wanted} of ${title}.`)],
  mayFollow: true,
});

/** A minimum beyond the maximum, which no value can meet (rule 2.16). */
export const reversedBounds = (title: string, text: string): ValueFault => ({
  code: 'reversed',
  message: `${title}: ${text}`,
  formErrors: [fieldError(boundsField, 'reversed', text)],
  mayFollow: false,
});

/** Why a bound on ages is refused to members who see them top-coded. */
export const boundsAboveTopCode =
  'ages of 90 years and more are one group, so no bound can lie above 90 years.';

const quantityWord =
  ({ unit }: Concept) =>
  (value: number): string =>
    unit === null ? numberWord(value) : `${numberWord(value)} ${escapeHtml(unit)}`;

const topCodedBound = (days: number | null): number | null =>
  days === null ? null : Math.min(days, topCodedAgeDays);

export const rangeFilter = filterMeaning('range', {
  fault: (filter, { title }) => {
    if (isReversed(filter.min, filter.max)) return reversedBounds(title, 'the minimum is above the maximum.');
    return isOpen(filter) && !filter.includeNullAndMissing ? noBounds(title, 'bound') : null;
  },
  /** A bound above the top-coded age would tell ages apart that are one age. */
  precisionFaults: ({ min, max }, { title }, { topCodesAges }) =>
    !topCodesAges || areWithinTopCodedAge(min, max)
      ? []
      : [
          {
            code: 'top_coded_age',
            message: `${title}: ${boundsAboveTopCode}`,
            formErrors: [fieldError(boundsField, 'not_allowed', boundsAboveTopCode)],
            mayFollow: false,
          },
        ],
  plan: ({ min, max }, { concept }) =>
    min === null && max === null ? [] : [{ kind: 'between', concept, min, max }],
  describe: (filter, { concept }) => {
    const word = concept.type === 'age' ? ageWord : quantityWord(concept);
    return boundWords(filter, rangeWords(concept, [filter.min, filter.max], word), isOpen(filter));
  },
  redact: (filter, { topCodesAges }) =>
    topCodesAges ? { ...filter, min: topCodedBound(filter.min), max: topCodedBound(filter.max) } : filter,
});
