import {
  areWithinTopCodedAge,
  toAgeInDays,
  toExactYearsAndDays,
  topCodedAgeDays,
} from '@atrium/contract/calendar/ages';
import { isReversed, toNumber } from '@atrium/contract/calendar/numerals';
import type { FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import type { CohortOptions } from '@atrium/contract/wire/concept';
import { sql } from 'kysely';
import { type FieldReader, type FormValue, fieldReader } from '../definition/fieldReader.ts';
import { escapeHtml } from '../definition/html.ts';
import { fieldError } from '../definition/outcome.ts';
import type { Concept } from '../dictionary/dictionary.ts';
import { leastWord, wordsWithin } from '../dictionary/numberWords.ts';
import { parameter } from '../sql/parameter.ts';
import {
  type ConceptKind,
  type FilterDraft,
  type FilterForm,
  filterMeaning,
  includesNull,
  type ValueFault,
} from './conceptKind.ts';
import {
  ageWord,
  boundWords,
  isOpen,
  listWords,
  numberWord,
  rangeWords,
  valueWord,
} from './conceptsWords.ts';
import type { RowCondition } from './rowCondition.ts';

interface Bounds {
  readonly min: number | null;
  readonly max: number | null;
}

const boundsOf = (filter: FilterEntry | undefined): Bounds =>
  filter?.kind === 'range' || filter?.kind === 'rangeOrWords' ? filter : { min: null, max: null };

/** Inclusive bounds of a number; at least one, or the null option. */
function parseNumber(given: FilterForm): FilterDraft {
  const reader = fieldReader();
  return rangeDraft(parseBounds(reader, given), reader, given);
}

const parseBounds = (reader: FieldReader, { form }: FilterForm): Bounds => ({
  min: reader.number('Minimum', form.min),
  max: reader.number('Maximum', form.max),
});

/** Bounds, or words beside the numbers; empty text and null among the words mean "no value" (rule 2.21). */
function parseNumberOrWords(given: FilterForm): FilterDraft {
  const reader = fieldReader();
  const chosen = (given.form.selectedCategories ?? []).map((value) => String(value ?? ''));
  const categories = [...new Set(chosen.filter((value) => value !== ''))];
  const includeNullAndMissing = includesNull(given.form) || chosen.includes('');
  const values = {
    kind: 'rangeOrWords',
    ...parseBounds(reader, given),
    categories,
    includeNullAndMissing,
  } as const;
  return { values, errors: reader.errors, missing: [] };
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

function equalsNumberOrWord(concept: Concept, text: string): RowCondition {
  return equalsNumber(concept, text) ?? { kind: 'oneOfWords', concept, words: [text] };
}

const ranged = {
  filterKinds: ['range'],
  hasWords: false,
  mayExclude: true,
  hasYears: false,
  isCoded: false,
  isText: false,
  isFreeText: false,
  picked: null,
  equals: equalsNumber,
} as const;

const boundOptions = (filter: FilterEntry | undefined): CohortOptions => {
  const { min, max } = boundsOf(filter);
  return { existingMin: min, existingMax: max };
};

export const rangeKinds: Readonly<Record<'number' | 'number_with_categories' | 'age', ConceptKind>> = {
  number: {
    ...ranged,
    columnType: 'DOUBLE PRECISION',
    isTopCoded: false,
    isTruthy: (value) => sql`${value} <> 0`,
    scale: 'number',
    cell: ({ isInteger, unit }) => ({ kind: isInteger ? 'integer' : 'number', unit }),
    options: ({ filter }) => boundOptions(filter),
    parse: parseNumber,
  },
  number_with_categories: {
    ...ranged,
    filterKinds: ['range', 'rangeOrWords'],
    hasWords: true,
    columnType: 'DOUBLE PRECISION',
    isTopCoded: false,
    isTruthy: (value) => sql`(${value} <> 0 AND ${value} < ${parameter(leastWord, 'DOUBLE PRECISION')})`,
    scale: 'number',
    cell: ({ unit }) => ({ kind: 'numberOrText', unit }),
    options: ({ filter, foundValues }) => ({
      ...boundOptions(filter),
      allValues: [...foundValues],
      selectedValues: filter?.kind === 'rangeOrWords' ? filter.categories : [],
    }),
    parse: parseNumberOrWords,
    equals: equalsNumberOrWord,
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
export const noBounds = (title: string, wanted: 'bound' | 'bound or value' | 'date'): ValueFault => ({
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

/** Numbers in the range, and words that are chosen or certainly lie in it (rule 2.22). */
function planRange(
  { min, max }: Bounds,
  concept: Concept,
  chosen: readonly string[] = [],
): readonly RowCondition[] {
  const isEmpty = min === null && max === null;
  const words = [...chosen, ...(isEmpty ? [] : wordsWithin(concept, { min, max }))];
  return [
    ...(isEmpty ? [] : [{ kind: 'between', concept, min, max } as const]),
    ...(words.length === 0 ? [] : [{ kind: 'oneOfWords', concept, words } as const]),
  ];
}

const reversedRange = ({ min, max }: Bounds, { title }: Concept): ValueFault | null =>
  isReversed(min, max) ? reversedBounds(title, 'the minimum is above the maximum.') : null;

const boundsWords = ({ min, max }: Bounds, concept: Concept): string =>
  rangeWords(concept, [min, max], concept.type === 'age' ? ageWord : quantityWord(concept));

export const rangeFilter = filterMeaning('range', {
  fault: (filter, concept) => {
    const isEmpty = isOpen(filter) && !filter.includeNullAndMissing;
    return reversedRange(filter, concept) ?? (isEmpty ? noBounds(concept.title, 'bound') : null);
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
  plan: (bounds, { concept }) => planRange(bounds, concept),
  describe: (filter, { concept }) => boundWords(filter, boundsWords(filter, concept), isOpen(filter)),
  redact: (filter, { topCodesAges }) =>
    topCodesAges ? { ...filter, min: topCodedBound(filter.min), max: topCodedBound(filter.max) } : filter,
});

/** The bounds and the words are alternatives (rule 2.21). */
export const rangeOrWordsFilter = filterMeaning('rangeOrWords', {
  fault: (filter, concept) => {
    const isEmpty = isOpen(filter) && filter.categories.length === 0 && !filter.includeNullAndMissing;
    return reversedRange(filter, concept) ?? (isEmpty ? noBounds(concept.title, 'bound or value') : null);
  },
  precisionFaults: () => [],
  plan: ({ categories, ...bounds }, { concept }) => planRange(bounds, concept, categories),
  describe: (filter, { concept, most }) => {
    const { categories } = filter;
    const chosen = { values: categories, wordOf: valueWord };
    const words = categories.length === 0 ? [] : [listWords(concept, chosen, { isExcluded: false, most })];
    const range = isOpen(filter) && words.length > 0 ? [] : [boundsWords(filter, concept)];
    return boundWords(filter, [...range, ...words].join(' or '), isOpen(filter) && words.length === 0);
  },
  redact: (filter) => filter,
});
