import type { FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import { notSpecified } from '../definition/html.ts';
import { type EditError, editError, fieldError } from '../definition/outcome.ts';
import type { Concept } from '../dictionary/dictionary.ts';
import { type ConceptKind, type FilterDraft, type FilterForm, filterMeaning } from './conceptKind.ts';
import { listWords, quoted, valueWord } from './conceptsWords.ts';
import type { RowCondition } from './rowCondition.ts';

type Choice = string | boolean | null;

/** Null among them says that "no value" is chosen. */
const selectedOf = (filter: FilterEntry | undefined): (string | null)[] =>
  filter?.kind !== 'choice'
    ? []
    : filter.categories.map((value) => (typeof value === 'boolean' ? (value ? 'True' : 'False') : value));

const truths: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** Categories or truth values; empty text and null mean "no value" (rules 2.13 and 2.14). */
const parseChoice =
  (toValue: (given: string) => Choice | undefined) =>
  ({ form }: FilterForm): FilterDraft => {
    const errors: EditError[] = [];
    const categories = new Set<Choice>();
    for (const given of form.selectedCategories ?? []) {
      const value = given === null || given === '' ? null : toValue(String(given));
      if (value !== undefined) categories.add(value);
      else errors.push(fieldError('Selected values', 'malformed', `“${given}” is neither true nor false.`));
    }
    return { values: { kind: 'choice', categories: [...categories] }, errors, missing: [] };
  };

const chosen = {
  filterKinds: ['choice'],
  hasYears: false,
  isTopCoded: false,
  scale: null,
  hasWords: false,
  isCoded: false,
  isFreeText: false,
} as const;

export const choiceKinds: Readonly<Record<'category' | 'boolean', ConceptKind>> = {
  category: {
    ...chosen,
    columnType: 'VARCHAR',
    mayExclude: true,
    isTruthy: null,
    isText: true,
    picked: 'list',
    cell: () => ({ kind: 'text', unit: null }),
    options: ({ concept: { declaredValues }, filter, foundValues }) => ({
      allValues: declaredValues.length > 0 ? [...declaredValues] : [...foundValues],
      selectedValues: selectedOf(filter),
    }),
    parse: parseChoice((given) => given),
    equals: (concept, text) => ({ kind: 'oneOf', concept, values: [text] }),
  },
  boolean: {
    ...chosen,
    columnType: 'BOOLEAN',
    mayExclude: false,
    isTruthy: (value) => value,
    isText: false,
    picked: null,
    cell: () => ({ kind: 'boolean', unit: null }),
    options: ({ filter }) => ({
      allValues: ['True', 'False'],
      selectedValues: selectedOf(filter),
      isBooleanConcept: true,
    }),
    parse: parseChoice((given) => truths.get(given.toLowerCase())),
    equals: (concept, text) => ({ kind: 'isBoolean', concept, value: text.toLowerCase() === 'true' }),
  },
};

const choiceWord = (value: Choice): string => {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value === null ? quoted(notSpecified) : valueWord(value);
};

/** Conditions of which one must hold. */
export function planChoice(chosen: readonly Choice[], concept: Concept): readonly RowCondition[] {
  const values = chosen.filter((value) => typeof value === 'string');
  const truths = chosen.filter((value) => typeof value === 'boolean');
  const conditions: RowCondition[] = truths.map((value) => ({ kind: 'isBoolean', concept, value }));
  if (values.length > 0) conditions.push({ kind: 'oneOf', concept, values });
  if (chosen.includes(null)) conditions.push({ kind: 'isNull', concept });
  return conditions;
}

export const choiceFilter = filterMeaning('choice', {
  fault: ({ categories }, { title, type }) => {
    if (categories.length === 0)
      return {
        code: 'nothing_chosen',
        message: `Nothing is chosen of ${title}.`,
        formErrors: [fieldError('Selected values', 'missing', `choose at least one value of ${title}.`)],
        mayFollow: true,
      };
    const wanted = type === 'boolean' ? 'boolean' : 'string';
    if (categories.every((value) => value === null || typeof value === wanted)) return null;
    const message = `The type of ${title} has changed.`;
    return { code: 'type', message, formErrors: [editError('not_fitting', message)], mayFollow: false };
  },
  precisionFaults: () => [],
  plan: ({ categories }, { concept }) => planChoice(categories, concept),
  describe: ({ categories }, described) =>
    listWords(described.concept, { values: categories, wordOf: choiceWord }, described),
  redact: (filter) => filter,
});
