import {
  type AggregationSettings,
  allRecords,
  type TableField,
  type TableSort,
} from '@atrium/contract/wire/tableDefinition';
import fc from 'fast-check';
import type { CohortPlan } from '../../cohort/plan/cohortPlan.ts';
import { always, type RowCondition } from '../../concepts/rowCondition.ts';
import { createLookup, type Lookup } from '../../dictionary/lookup.ts';
import { dictionaryOf, type PlainRelease, type PlainRow } from '../../testing/plainRelease.ts';
import type { InputSpec } from '../aggregations/aggregation.ts';
import { methodsFor } from '../aggregations/aggregations.ts';
import { columnSubject } from '../aggregations/columnSubject.ts';
import { aggregate, stack, table } from './tables.ts';

const people = ['P1', 'P2', 'P3', 'P4'];
const letters = ['a', 'b', 'c'];
const letter = fc.constantFrom(null, ...letters);
const number = fc.constantFrom(null, 1, 2, 3.5);
const numberWords = [
  { text: '>9', bound: { min: 9, max: null } },
  { text: 'not done', bound: null },
];
const numberOrWord = fc.constantFrom(null, 1, 2, 3.5, '>9', 'not done');
const someNumbersOrWords = fc.subarray([1, 2, 3.5, '>9', 'not done']);
const terms = [
  { code: 'a', label: 'term a' },
  { code: 'b', label: 'term b', parents: ['a'] },
];
const date = fc.constantFrom(null, '2020-01-01', '2020-01-02', '2021-05-06');
const someLetters = fc.subarray(letters);
/** Three moments of one day, and a day; the last is earlier than it looks. */
const moments = [
  '2020-01-01',
  '2020-01-01 10:00:00.000000',
  '2020-01-01 12:00:30.000000',
  '2020-01-01 09:00:00.000000 2020-01-01 11:00:00.000000+02:00',
];
const moment = fc.constantFrom(null, ...moments);

const rowsWith = (
  values: fc.Arbitrary<PlainRow['values']>,
  subjects: fc.Arbitrary<readonly string[]> = fc.constantFrom(...people).map((person) => [person]),
): fc.Arbitrary<PlainRow[]> => fc.array(fc.record({ subjects, values }), { maxLength: 6 });

/** A root, two event collections of which one names rows of the other, one unrelated, and one of shared rows. */
export const anyRelease: fc.Arbitrary<PlainRelease> = fc
  .record({
    roots: fc.array(
      fc.record({
        root_letter: letter,
        root_letters: someLetters,
        root_number: number,
        root_words: someNumbersOrWords,
        root_age: fc.constantFrom(null, 0, 366, 32_873),
        root_flag: fc.constantFrom(null, true, false),
      }),
      {
        minLength: 4,
        maxLength: 4,
      },
    ),
    visits: rowsWith(fc.record({ visit_letter: letter, visit_date: date, visit_letters: someLetters })),
    tests: rowsWith(
      fc.record({
        test_letter: letter,
        test_text: letter,
        test_term: letter,
        test_date: moment,
        test_number: number,
        test_word: numberOrWord,
      }),
    ),
    links: fc.array(fc.subarray([1, 2, 3, 4, 5, 6]), { minLength: 6, maxLength: 6 }),
    notes: rowsWith(
      fc.record({
        note_letter: letter,
        note_text: letter,
        note_terms: someLetters,
        note_number: number,
        note_times: fc.subarray(moments),
      }),
    ),
    samples: rowsWith(
      fc.record({ sample_letter: letter, sample_number: number }),
      fc.subarray(people, { minLength: 1 }),
    ),
  })
  .map(({ roots, visits, tests, links, notes, samples }) => ({
    ontologies: [{ id: 'terms', terms }],
    collections: [
      {
        id: 'person',
        concepts: [
          { id: 'person_id', type: 'text' },
          { id: 'root_letter', type: 'category' },
          { id: 'root_letters', type: 'category', isMultiple: true },
          { id: 'root_number', type: 'number' },
          { id: 'root_words', type: 'number_with_categories', isMultiple: true, words: numberWords },
          { id: 'root_age', type: 'age' },
          { id: 'root_flag', type: 'boolean' },
        ],
        rows: roots.map((values, rowIndex) => ({
          subjects: [people[rowIndex] ?? ''],
          values: { ...values, person_id: people[rowIndex] ?? '' },
        })),
      },
      {
        id: 'visit',
        event: { start: 'visit_date' },
        concepts: [
          { id: 'visit_letter', type: 'category' },
          { id: 'visit_letters', type: 'category', isMultiple: true },
          { id: 'visit_date', type: 'date' },
        ],
        rows: visits,
      },
      {
        id: 'test',
        event: { start: 'test_date' },
        concepts: [
          { id: 'test_letter', type: 'category' },
          { id: 'test_text', type: 'text' },
          { id: 'test_term', type: 'ontology', ontologyId: 'terms' },
          { id: 'test_number', type: 'number' },
          { id: 'test_word', type: 'number_with_categories', words: numberWords },
          { id: 'test_date', type: 'date', time: 'minute' },
        ],
        related: [
          {
            collectionId: 'visit',
            others: tests.map((_, rowIndex) =>
              (links[rowIndex] ?? []).filter((other) => other <= visits.length),
            ),
          },
        ],
        rows: tests,
      },
      {
        id: 'note',
        concepts: [
          { id: 'note_letter', type: 'category' },
          { id: 'note_text', type: 'text' },
          { id: 'note_terms', type: 'ontology', ontologyId: 'terms', isMultiple: true },
          { id: 'note_number', type: 'number' },
          { id: 'note_times', type: 'date', time: 'second', isMultiple: true },
        ],
        rows: notes,
      },
      {
        id: 'sample',
        sharedRows: true,
        concepts: [
          { id: 'sample_letter', type: 'category' },
          { id: 'sample_number', type: 'number' },
        ],
        rows: samples,
      },
    ],
  }));

const [oneRelease] = fc.sample(anyRelease, { numRuns: 1, seed: 1 });
/** Of every such release: only the rows differ. */
const lookup = createLookup(dictionaryOf(oneRelease ?? { collections: [] }));
const context = { lookup, member: { level: 'phi' } } as const;
const { concepts } = lookup.dictionary;

const stackable = fc.constantFrom(
  ...concepts.filter(({ type }) => !['age', 'boolean', 'ontology'].includes(type)).map(({ id }) => id),
);
const lastPosition = 3;

/** An answer to an input: one of the first positions, any other option, or some values. */
function anyAnswer(input: InputSpec): fc.Arbitrary<AggregationSettings[string]> {
  if (input.kind !== 'choice') return fc.subarray([...letters, 'term a', 'P1'], { minLength: 1 });
  const options = input.options.map(([value]) => value);
  return fc.constantFrom(...options.filter((value) => typeof value === 'string' || value <= lastPosition));
}

/** A column that aggregates, of a kind: the method, the type of its concept, and whether its rows have times. */
interface MethodOnConcept {
  readonly kind: string;
  readonly field: fc.Arbitrary<TableField>;
}

interface GivenAnswer {
  readonly name: string;
  readonly settings: Readonly<Record<string, fc.Arbitrary<AggregationSettings[string]>>>;
}

/** One answer to one input, so that each that can be chosen is tried; the others are drawn. */
function eachAnswer(inputs: readonly InputSpec[]): readonly GivenAnswer[] {
  const given = inputs.flatMap((input) => {
    if (input.kind !== 'choice') return [];
    const options = input.options.map(([value]) => value).filter((value) => typeof value === 'string');
    return options.map((value) => ({ name: value, settings: { [input.id]: fc.constant(value) } }));
  });
  return given.length === 0 ? [{ name: '', settings: {} }] : given;
}

/** Every method of the closed list on every concept of the release that it suits, each with any answers to its inputs. */
const methodsOnConcepts: readonly MethodOnConcept[] = concepts.flatMap((concept) => {
  const subject = columnSubject(concept, context);
  if (subject === null) return [];
  return methodsFor(subject).flatMap(({ id, inputs }) =>
    eachAnswer(inputs).map((given) => ({
      kind: `${id} ${concept.type} ${subject.start !== null} ${given.name}`,
      field: fc
        .record({
          ...Object.fromEntries(inputs.map((input) => [input.id, anyAnswer(input)])),
          ...given.settings,
        })
        .map((settings) => aggregate(concept.id, id, settings)),
    })),
  );
});

/** One of each kind. */
export const eachMethod: readonly fc.Arbitrary<TableField>[] = [
  ...new Set(methodsOnConcepts.map(({ kind }) => kind)),
].map((kind) => fc.oneof(...methodsOnConcepts.filter((one) => one.kind === kind).map(({ field }) => field)));

const aggregated: fc.Arbitrary<TableField> = fc
  .record({
    field: fc.oneof(...methodsOnConcepts.map(({ field }) => field)),
    set: fc.constantFrom(null, null, 'set0', 'set1', allRecords),
  })
  .map(({ field, set }) => ({ ...field, aggregationCriteriaSet: set }));

const sortKey = fc.record({ fieldIndex: fc.nat(5), direction: fc.constantFrom(1 as const, -1 as const) });

/** Stacked columns, aggregated ones after them, and sort keys; entry ids are `e` and the index of the column. */
export const anyTable = fc
  .record({
    stacked: fc.array(
      stackable.map((id) => stack(id)),
      { maxLength: 3 },
    ),
    summaries: fc.array(aggregated, { maxLength: 3 }),
    keys: fc.array(sortKey, { maxLength: 3 }),
  })
  .filter(({ stacked, summaries }) => stacked.length + summaries.length > 0)
  .map(({ stacked, summaries, keys }) => {
    const fields = [...stacked, ...summaries].map((field, fieldIndex) => ({
      ...field,
      entryId: `e${fieldIndex}`,
    }));
    const sort = keys.flatMap(({ fieldIndex, direction }): TableSort[] =>
      fieldIndex < fields.length ? [{ entryId: `e${fieldIndex}`, direction }] : [],
    );
    return table(
      fields,
      sort.filter(({ entryId }, index) => sort.findIndex((key) => key.entryId === entryId) === index),
    );
  });

export interface SetChoice {
  readonly concept: string;
  readonly kind: 'some' | 'not' | 'all';
  readonly operator: 'at least' | 'at most' | 'exactly';
  readonly value: number;
}
/** Sets of a cohort, to be planned for a release with `planFor`. */
export const anySets: fc.Arbitrary<SetChoice[]> = fc.array(
  fc.record({
    concept: fc.constantFrom('visit_letter', 'visit_letters', 'test_letter', 'note_letter', 'sample_letter'),
    kind: fc.constantFrom('some', 'not', 'all'),
    operator: fc.constantFrom('at least', 'at least', 'at most', 'exactly'),
    value: fc.integer({ min: 0, max: 2 }),
  }),
  { maxLength: 2 },
);

export function planFor(choices: readonly SetChoice[], lookup: Lookup): CohortPlan {
  return {
    subject: always,
    sets: choices.flatMap(({ concept: id, kind, operator, value }, index) => {
      const concept = lookup.concept(id);
      const collection = lookup.collection(concept?.collectionId ?? '');
      if (concept === undefined || collection === undefined) throw new Error(id);
      const some: RowCondition = { kind: 'oneOf', concept, values: ['a', 'b'] };
      const condition = { some, not: { kind: 'not', condition: some }, all: always } as const;
      return [{ entryId: `set${index}`, collection, condition: condition[kind], count: { operator, value } }];
    }),
  };
}
