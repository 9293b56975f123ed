import { type Concept, createLookup, type Dictionary } from '@atrium/engine';
import { expect, test } from 'vitest';
import { matchedValues, searchableValue, searchConcepts } from './conceptSearch.ts';

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
const search = (words: string) => searchConcepts(concepts, words, context).map((hit) => hit.id);

test('a hit in the name comes before a hit in the description', () => {
  expect(search('sex')).toEqual(['sex', 'race']);
});

test('finds a concept by its category and by a value it holds', () => {
  expect(search('heart')).toEqual(['lesion']);
  expect(search('Fallot')).toEqual(['lesion']);
});

test('every word must be found, each in any text of the concept', () => {
  expect(search('heart septal')).toEqual(['lesion']);
  expect(search('heart nothing')).toEqual([]);
});

test('an empty search finds nothing', () => {
  expect(search('  ')).toEqual([]);
});

test('names the values for which a concept was found, unless another text of the concept has the word', () => {
  const matched = (id: string, words: string) =>
    concepts.filter((one) => one.id === id).flatMap((one) => matchedValues(one, words, context));
  expect(matched('lesion', 'heart fallot')).toEqual(['Tetralogy of Fallot']);
  expect(matched('lesion', 'lesion')).toEqual([]);
  expect(matched('sex', 'fallot')).toEqual([]);
});

test('a value that holds more of the words is named before the others', () => {
  const [lesion] = concepts.filter((one) => one.id === 'lesion');
  expect(lesion && matchedValues(lesion, 'of ventricular defect', context)).toEqual([
    'Ventricular septal defect',
    'Tetralogy of Fallot',
  ]);
});
