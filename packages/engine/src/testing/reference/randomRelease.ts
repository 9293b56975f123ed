import fc from 'fast-check';
import type { PlainOntology, PlainRelease, PlainRow, PlainValue } from '../plainRelease.ts';

const orNull = <T extends PlainValue>(values: fc.Arbitrary<T>): fc.Arbitrary<PlainValue> =>
  fc.option(values, { nil: null, freq: 4 });
const words = fc.constantFrom('a', 'b', 'c');
const letters = orNull(words);
const lists = fc.subarray(['x', 'y', 'z']).map((items): PlainValue => items);
const numbers = orNull(fc.constantFrom(-1, 0, 1.5, 2, 10));
const ages = orNull(
  fc.constantFrom(0, 1, 364, 365, 730, 1460, 3651, 6574, 18_255, 30_000, 32_871, 32_872, 32_873, 40_000),
);
const cases = orNull(fc.constantFrom('b', 'B', 'a', 'Z'));
/** By code point. */
const numberWords = [
  { text: '<1.5', bound: { min: null, max: 1.5 } },
  { text: '>10', bound: { min: 10, max: null } },
  { text: 'not done', bound: null },
  { text: '≤ 0', bound: { min: null, max: 0 } },
  { text: '≥2', bound: { min: 2, max: null } },
];
const numbersAndWords = [-1, 0, 2, 10, ...numberWords.map(({ text }) => text)];
const wholeNumbers = orNull(fc.constantFrom(-3, 0, 7, 40, 1200));
const births = orNull(
  fc.constantFrom('1899-12-31', '1995-06-15', '2004-02-29', '2005-06-12', '2005-12-31', '2024-02-29'),
);
/** In years the two births before it are one. */
const topCodedYear = 1997;
const truths = orNull(fc.boolean());
const days = orNull(fc.integer({ min: 0, max: 40 }).map((offset) => dayAt(offset)));
const codes = orNull(fc.constantFrom('root', 'left', 'right', 'both', 'leaf', 'alone', 'UNKNOWN'));
const texts = orNull(fc.constantFrom('Alpha', 'alpha', 'Beta 1', 'o%_\\k', '日本'));

/** Days around a leap day. */
export const dayAt = (offset: number): string =>
  new Date(Date.UTC(2024, 1, 10) + offset * 86_400_000).toISOString().slice(0, 10);

/** A term with two parents, a chain below it, and one apart. */
export const randomOntology: PlainOntology = {
  id: 'terms',
  terms: [
    { code: 'root', label: 'Root' },
    { code: 'left', label: 'Left', parents: ['root'], synonyms: ['Sinister'] },
    { code: 'right', label: 'Right', parents: ['root'] },
    { code: 'both', label: 'Both', parents: ['left', 'right'] },
    { code: 'leaf', label: 'Leaf', parents: ['both'] },
    { code: 'alone', label: 'Alone' },
  ],
};

const randomFamilies = {
  familyConceptId: 'r_family',
  roleConceptId: 'r_role',
  proband: 'proband',
  mother: 'mother',
  father: 'father',
  sibling: 'sibling',
};

const record = (values: Record<string, fc.Arbitrary<PlainValue>>) => fc.record(values);

const subjects = fc
  .array(
    record({
      r_cat: letters,
      r_multi: lists,
      r_bool: truths,
      r_num: numbers,
      r_age: ages,
      r_text: texts,
      r_date: days,
      r_onto: codes,
      r_born: births,
      r_case: cases,
      r_word: orNull(fc.constantFrom(...numbersAndWords)),
      r_family: orNull(fc.constantFrom('f', 'F', 'g')),
      r_role: orNull(fc.constantFrom('proband', 'mother', 'father', 'sibling', 'aunt')),
    }),
    { minLength: 1, maxLength: 7 },
  )
  .map((all) =>
    all.map(
      (values, index): PlainRow => ({
        subjects: [`S${index}`],
        values: { id: `S${index}`, ...values },
      }),
    ),
  );

const rowsFor = (ids: readonly string[], values: Record<string, fc.Arbitrary<PlainValue>>, shared: boolean) =>
  fc.array(
    fc
      .tuple(
        shared
          ? fc.subarray([...ids], { minLength: 1, maxLength: Math.min(3, ids.length) })
          : fc.constantFrom(...ids).map((id) => [id]),
        record(values),
      )
      .map(([of, given]): PlainRow => ({ subjects: of, values: given })),
    { maxLength: 12 },
  );

/** A dataset of every concept type with nulls, multi-values, several parents, undated events and shared rows. */
export const randomRelease: fc.Arbitrary<PlainRelease> = subjects.chain((rows) => {
  const ids = rows.map((row) => row.subjects[0] ?? '');
  const point = {
    p_date: days,
    p_cat: letters,
    p_onto: codes,
    p_by: words,
    p_num: numbers,
    p_whole: wholeNumbers,
    p_multi: lists,
    p_word: fc.subarray(numbersAndWords, { maxLength: 3 }),
  };
  const interval = { i_start: days, i_end: days, i_cat: letters, i_multi: lists };
  const shared = {
    m_cat: letters,
    m_num: numbers,
    m_onto: fc.subarray(['left', 'both', 'UNKNOWN']).map((items): PlainValue => items),
  };
  return fc.tuple(rowsFor(ids, point, false), rowsFor(ids, interval, false), rowsFor(ids, shared, true)).map(
    ([points, intervals, manies]): PlainRelease => ({
      ontologies: [randomOntology],
      families: randomFamilies,
      collections: [
        {
          id: 'subject',
          rows,
          concepts: [
            { id: 'id', type: 'text' },
            { id: 'r_cat', type: 'category' },
            { id: 'r_multi', type: 'category', isMultiple: true },
            { id: 'r_bool', type: 'boolean' },
            { id: 'r_num', type: 'number' },
            { id: 'r_age', type: 'age' },
            { id: 'r_text', type: 'text' },
            { id: 'r_date', type: 'date' },
            { id: 'r_onto', type: 'ontology', ontologyId: 'terms' },
            { id: 'r_born', type: 'date', hasPhi: true, topCodedYear },
            { id: 'r_case', type: 'category' },
            { id: 'r_word', type: 'number_with_categories', words: numberWords },
            { id: 'r_family', type: 'text' },
            { id: 'r_role', type: 'category' },
          ],
        },
        {
          id: 'point',
          rows: points,
          event: { start: 'p_date' },
          concepts: [
            { id: 'p_date', type: 'date', hasPhi: true, topCodedYear },
            { id: 'p_cat', type: 'category' },
            { id: 'p_onto', type: 'ontology', ontologyId: 'terms' },
            { id: 'p_by', type: 'category' },
            { id: 'p_num', type: 'number', prefilter: { conceptId: 'p_by', mode: 'optional' } },
            { id: 'p_whole', type: 'number', isInteger: true },
            { id: 'p_multi', type: 'category', isMultiple: true },
            { id: 'p_word', type: 'number_with_categories', isMultiple: true, words: numberWords },
          ],
        },
        {
          id: 'interval',
          rows: intervals,
          event: { start: 'i_start', end: 'i_end' },
          concepts: [
            { id: 'i_start', type: 'date' },
            { id: 'i_end', type: 'date', hasPhi: true, topCodedYear },
            { id: 'i_cat', type: 'category' },
            { id: 'i_multi', type: 'category', isMultiple: true },
          ],
        },
        {
          id: 'shared',
          rows: manies,
          sharedRows: true,
          concepts: [
            { id: 'm_cat', type: 'category' },
            { id: 'm_num', type: 'number' },
            { id: 'm_onto', type: 'ontology', ontologyId: 'terms', isMultiple: true },
          ],
        },
      ],
    }),
  );
});

const eventConcepts = ['p_date', 'i_start', 'i_end'];
const origin = Date.parse(dayAt(0));

function byAge(value: PlainValue): PlainValue {
  return typeof value === 'string' ? (Date.parse(value) - origin) / 86_400_000 : value;
}

/** The same dataset with events dated by age in days. */
export const randomAgedRelease: fc.Arbitrary<PlainRelease> = randomRelease.map((release) => ({
  ...release,
  eventTime: 'age',
  collections: release.collections.map((collection) => ({
    ...collection,
    concepts: collection.concepts.map((concept) =>
      eventConcepts.includes(concept.id) ? { ...concept, type: 'age' } : concept,
    ),
    rows: collection.rows.map((row) => ({
      ...row,
      values: Object.fromEntries(
        Object.entries(row.values).map(([id, value]) => [
          id,
          eventConcepts.includes(id) ? byAge(value) : value,
        ]),
      ),
    })),
  })),
}));
