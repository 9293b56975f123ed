import { type Concept, createLookup, type Dictionary } from '@atrium/engine';
import { expect, it } from 'vitest';
import { aConcept } from '../testing/aConcept.ts';
import { parseSearch, searchOrCorrect } from './conceptSearch.ts';
import { searchableValue } from './searchableValues.ts';

const concept = (id: string, number: number, given: Partial<Concept>): Concept => ({
  ...aConcept('category'),
  id,
  number,
  title: id,
  titlePlural: `${id}s`,
  ...given,
});

const concepts = [
  concept('race', 1, { title: 'Race', description: 'Sex is asked elsewhere' }),
  concept('lesion', 2, { title: 'Lesion', categoryNumber: 1 }),
  concept('sex', 3, { title: 'Sex', synonyms: [{ text: 'Gender', value: null }] }),
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
  values: new Map([
    [
      'lesion',
      [
        searchableValue('Tetralogy of Fallot', { names: ['Tetralogy of Fallot', 'TOF'], subjects: 5 }),
        searchableValue('Ventricular septal defect', { subjects: 9 }),
        searchableValue('Atrioventricular septal defect', { subjects: 20 }),
        searchableValue('Septal defect', { subjects: 1 }),
      ],
    ],
    ['sex', [searchableValue('Female', { names: ['Female', 'Girl'], subjects: 30 })]],
  ]),
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
    'Atrioventricular septal defect',
    'Tetralogy of Fallot',
  ]);
});

it('values are ranked exact, prefix, word, part, then by how many have them (rule 11.13)', () => {
  expect(values('septal defect')).toEqual([
    'lesion: Septal defect',
    'lesion: Atrioventricular septal defect',
    'lesion: Ventricular septal defect',
  ]);
  expect(values('ventricular')).toEqual([
    'lesion: Ventricular septal defect',
    'lesion: Atrioventricular septal defect',
  ]);
});

it('a value is found by its synonyms, and by words that its concept has besides', () => {
  expect(values('tof')).toEqual(['lesion: Tetralogy of Fallot (TOF)']);
  expect(values('girl')).toEqual(['sex: Female (Girl)']);
  expect(values('gender female')).toEqual(['sex: Female']);
  expect(values('race female')).toEqual([]);
  expect(search('gender')).toEqual(['sex']);
});

it('a mistyped word is corrected where nothing has it', () => {
  expect(find('falot').corrected).toBe('fallot');
  expect(values('falot')).toEqual(['lesion: Tetralogy of Fallot']);
  expect(find('fallot').corrected).toBeNull();
  expect(find('nothing').corrected).toBeNull();
});

it('a correction that finds nothing is not told: it would name words of values that no line of the audit has', () => {
  expect(find('falot nothing')).toMatchObject({ corrected: null, hits: { concepts: [], values: [] } });
});

it('a search of very many values gives way after some of them (rule 8.29)', () => {
  const many = Array.from({ length: 50_000 }, (_, index) => searchableValue(`ward ${index}`));
  const values = new Map([['lesion', many]]);
  const all = find('ward 49999', { ...context, values });
  expect(all.hits.concepts.map(({ matches }) => matches[0])).toEqual(['ward 49999']);
  expect(all.steps).toBeGreaterThan(50);
  const none = find('ward nothing', { ...context, values });
  expect(none.hits.concepts).toEqual([]);
  // The known words are looked through for the one that was meant, too.
  expect(none.steps).toBeGreaterThan(150);
});

it('a search has at most 16 different words, and says so (rule 8.30)', () => {
  const words = Array.from({ length: 17 }, (_, index) => `w${index}`).join(' ');
  expect(() => parseSearch(words)).toThrow('search: must have at most 16 different words');
  expect(parseSearch('heart Heart  HEART '.repeat(20)).words).toEqual(['heart']);
});

/** The hits of a search, and after how many steps of its work they are found. */
function find(words: string, given = context) {
  const steps = searchOrCorrect(concepts, parseSearch(words), given);
  let count = 0;
  for (;;) {
    const step = steps.next();
    if (step.done === true) return { ...step.value, steps: count };
    count += 1;
  }
}
const search = (words: string) => find(words).hits.concepts.map(({ concept }) => concept.id);
const values = (words: string) =>
  find(words).hits.values.map(
    ({ concept, value, alsoCalled }) =>
      `${concept.id}: ${value.text}${alsoCalled === null ? '' : ` (${alsoCalled})`}`,
  );
const matched = (id: string, words: string) =>
  find(words).hits.concepts.flatMap(({ concept, matches }) => (concept.id === id ? matches : []));
