import { type Concept, createLookup, type Dictionary } from '@atrium/engine';
import { expect, it } from 'vitest';
import { searchableValue, searchInSteps, wordsOf } from './conceptSearch.ts';

const concept = (id: string, number: number, given: Partial<Concept>): Concept => ({
  id,
  number,
  type: 'category',
  title: id,
  titlePlural: `${id}s`,
  description: '',
  collectionId: 'subject',
  categoryNumber: null,
  isMultiple: false,
  uses: ['cohort'],
  hasPhi: false,
  isAggregatable: true,
  isInteger: false,
  keepsDigits: false,
  words: [],
  unit: null,
  time: null,
  topCodedYear: null,
  ontologyId: null,
  prefilter: null,
  link: null,
  declaredValues: [],
  ...given,
});

const concepts = [
  concept('race', 1, { title: 'Race', description: 'Sex is asked elsewhere' }),
  concept('lesion', 2, { title: 'Lesion', categoryNumber: 1 }),
  concept('sex', 3, { title: 'Sex' }),
];
const dictionary: Dictionary = {
  datasetId: 'd',
  rootCollectionId: 'subject',
  subjectIdConceptId: null,
  eventTime: null,
  collections: [
    {
      id: 'subject',
      title: 'Subject',
      titlePlural: 'Subjects',
      description: '',
      isRoot: true,
      event: null,
      sharedRows: false,
      relations: [],
    },
  ],
  concepts,
  categories: [{ number: 1, id: 'heart', title: 'Heart', parentNumber: null }],
  ontologies: [],
  defaultColumns: [],
};
const context = {
  lookup: createLookup(dictionary),
  values: new Map([['lesion', ['Tetralogy of Fallot', 'Ventricular septal defect'].map(searchableValue)]]),
};

it('a hit in the name comes before a hit in the description', () => {
  expect(search('sex')).toEqual(['sex', 'race']);
});

it('finds a concept by its category and by a value it holds', () => {
  expect(search('heart')).toEqual(['lesion']);
  expect(search('Fallot')).toEqual(['lesion']);
});

it('every word must be found, each in any text of the concept', () => {
  expect(search('heart septal')).toEqual(['lesion']);
  expect(search('heart nothing')).toEqual([]);
});

it('an empty search finds nothing', () => {
  expect(search('  ')).toEqual([]);
});

it('names the values for which a concept was found, unless another text of the concept has the word', () => {
  expect(matched('lesion', 'heart fallot')).toEqual(['Tetralogy of Fallot']);
  expect(matched('lesion', 'lesion')).toEqual([]);
  expect(matched('sex', 'fallot')).toEqual([]);
});

it('a value that holds more of the words is named before the others', () => {
  expect(matched('lesion', 'of ventricular defect')).toEqual([
    'Ventricular septal defect',
    'Tetralogy of Fallot',
  ]);
});

it('a search of very many values gives way after some of them (rule 8.29)', () => {
  const many = Array.from({ length: 50_000 }, (_, index) => searchableValue(`ward ${index}`));
  const values = new Map([['lesion', many]]);
  const all = find('ward 49999', { ...context, values });
  expect(all.hits.map(({ matches }) => matches[0])).toEqual(['ward 49999']);
  expect(all.steps).toBeGreaterThan(50);
  expect(find('ward nothing', { ...context, values }).hits).toEqual([]);
});

it('a search has at most 16 different words, and says so (rule 8.30)', () => {
  const words = Array.from({ length: 17 }, (_, index) => `w${index}`).join(' ');
  expect(() => wordsOf(words)).toThrow('search: must have at most 16 different words');
  expect(wordsOf('heart Heart  HEART '.repeat(20))).toEqual(['heart']);
});

/** The hits of a search, and after how many steps of its work they are found. */
function find(words: string, given = context) {
  const steps = searchInSteps(concepts, wordsOf(words), given);
  let count = 0;
  for (;;) {
    const step = steps.next();
    if (step.done === true) return { hits: step.value, steps: count };
    count += 1;
  }
}
const search = (words: string) => find(words).hits.map(({ concept }) => concept.id);
const matched = (id: string, words: string) =>
  find(words).hits.flatMap(({ concept, matches }) => (concept.id === id ? matches : []));
