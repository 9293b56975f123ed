import { type DictionaryEdits, noDictionaryEdits } from '@atrium/contract/wire/dictionaryEdits';
import { describe, expect, it } from 'vitest';
import { dictionaryWidening } from '../visibility/dictionaryWidening.ts';
import { permit } from '../visibility/permit.ts';
import { changeDictionary, fittingEdits } from './changeDictionary.ts';
import type { Concept, Dictionary } from './dictionary.ts';
import { createLookup } from './lookup.ts';

const concept = (id: string, number: number, given: Partial<Concept> = {}): Concept => ({
  id,
  number,
  type: 'category',
  title: id,
  titlePlural: `${id}s`,
  description: '',
  collectionId: 'person',
  categoryNumber: null,
  isMultiple: false,
  uses: ['cohort', 'table', 'analysis'],
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

const given: Dictionary = {
  datasetId: 'tiny',
  rootCollectionId: 'person',
  subjectIdConceptId: 'id',
  eventTime: 'date',
  collections: [
    {
      id: 'person',
      title: 'Person',
      titlePlural: 'Persons',
      description: '',
      isRoot: true,
      event: null,
      sharedRows: false,
      relations: [],
    },
    {
      id: 'visit',
      title: 'Visit',
      titlePlural: 'Visits',
      description: '',
      isRoot: false,
      event: { startConceptId: 'day', endConceptId: null, isInterval: false },
      sharedRows: false,
      polarity: { conceptId: 'kind', absent: ['no'] },
      relations: [],
    },
  ],
  concepts: [
    concept('id', 1, { type: 'text' }),
    concept('sex', 2, { categoryNumber: 1 }),
    concept('born', 3, { type: 'date', hasPhi: true }),
    concept('kind', 4, { collectionId: 'visit' }),
    concept('day', 5, { collectionId: 'visit', type: 'date' }),
    concept('code', 6, { collectionId: 'visit', prefilter: { conceptId: 'kind', mode: 'required' } }),
  ],
  categories: [
    { number: 1, id: 'about', title: 'About', parentNumber: null },
    { number: 2, id: 'more', title: 'More', parentNumber: 1 },
  ],
  ontologies: [],
  defaultColumns: ['id', 'sex'],
};
const edited = (edits: Partial<DictionaryEdits>): DictionaryEdits => ({ ...noDictionaryEdits, ...edits });
const change = (edits: Partial<DictionaryEdits>) => changeDictionary(given, edited(edits));

describe('a changed dictionary (rule 15.41)', () => {
  it('is the same one without edits', () => {
    expect(change({})).toEqual({ dictionary: given, faults: [] });
  });

  it('has the new titles, order and categories, and keeps ids, types and numbers', () => {
    const { dictionary, faults } = change({
      concepts: {
        sex: { title: 'Sex at birth', category: 'new' },
        born: { hasPhi: true, description: 'Day' },
      },
      collections: { visit: { title: 'Stay' } },
      order: ['born', 'sex'],
      categories: [
        { id: 'new', title: 'New', parent: null },
        { id: 'about', title: 'About', parent: 'new' },
      ],
    });
    expect(faults).toEqual([]);
    expect(dictionary.categories).toEqual([
      { number: 3, id: 'new', title: 'New', parentNumber: null },
      { number: 1, id: 'about', title: 'About', parentNumber: 3 },
    ]);
    expect(dictionary.concepts.map(({ id, number }) => [id, number])).toEqual([
      ['id', 1],
      ['born', 3],
      ['kind', 4],
      ['day', 5],
      ['code', 6],
      ['sex', 2],
    ]);
    expect(dictionary.concepts.find(({ id }) => id === 'sex')).toMatchObject({
      title: 'Sex at birth',
      titlePlural: 'Sexes at birth',
      categoryNumber: 3,
      type: 'category',
    });
    expect(dictionary.collections[1]).toMatchObject({ title: 'Stay', titlePlural: 'Stays' });
  });

  it('lacks an unpublished concept wherever the dictionary would name it', () => {
    const hide = { isPublished: false };
    const { dictionary, faults } = change({
      concepts: { id: hide, sex: hide, day: hide, kind: hide, code: { prefilter: null } },
    });
    expect(faults).toEqual([]);
    expect(JSON.stringify(dictionary)).not.toMatch(/"(?:id|sex|day|kind)"[,}\]]/);
    expect(dictionary.subjectIdConceptId).toBeNull();
    expect(dictionary.defaultColumns).toEqual([]);
    expect(dictionary.collections[1]?.event).toMatchObject({ startConceptId: null });
    expect(dictionary.collections[1]).not.toHaveProperty('polarity');
  });

  it.each([
    [{ concepts: { nobody: { title: 'x' } } }, 'nobody: the data do not have it.'],
    [
      { concepts: { sex: { category: 'nowhere' } } },
      'sex: the category that it stands under does not exist.',
    ],
    [{ categories: [] }, 'sex: the category that it stands under does not exist.'],
    [{ concepts: { kind: { isPublished: false } } }, 'code: its prefilter kind is not published.'],
    [
      { concepts: { code: { prefilter: { conceptId: 'sex', mode: 'optional' as const } } } },
      'code: its prefilter sex belongs to another collection.',
    ],
    [
      { concepts: { code: { prefilter: { conceptId: 'day', mode: 'optional' as const } } } },
      'code: its prefilter day must be a category or text, not date.',
    ],
    [
      {
        categories: [
          { id: 'about', title: 'A', parent: 'more' },
          { id: 'more', title: 'M', parent: 'about' },
        ],
      },
      'about: the category stands under itself.',
    ],
  ])('is refused in words: %o', (edits, fault) => {
    expect(change(edits).faults).toContain(fault);
  });

  it('is refused where it hides what subjects agreed to, which may be protected (rule 1.25)', () => {
    const dataUse = { conceptId: 'sex', occurring: [], titles: {}, forAggregates: null };
    const faultsOf = (sex: object) =>
      changeDictionary({ ...given, dataUse }, edited({ concepts: { sex } })).faults;
    expect(faultsOf({ isPublished: false })).toEqual([
      'sex says what subjects agreed to, and must be published; it may be protected.',
    ]);
    expect(faultsOf({ hasPhi: true })).toEqual([]);
  });
});

describe('edits on new data (rule 15.43)', () => {
  it('are dropped and reported where the data lack the named thing', () => {
    const { edits, dropped } = fittingEdits(
      given,
      edited({ concepts: { old: { title: 'x' }, sex: { title: 'Sex' } }, order: ['old', 'sex'] }),
    );
    expect(edits).toEqual(edited({ concepts: { sex: { title: 'Sex' } }, order: ['sex'] }));
    expect(dropped).toEqual(['old is not in the new data: its changes in the dictionary are dropped.']);
  });

  it('never open again what staff have closed', () => {
    const { edits } = fittingEdits(
      given,
      edited({
        categories: [],
        concepts: {
          kind: { isPublished: false, title: 'K' },
          day: { hasPhi: true },
          sex: { isAggregatable: false },
        },
      }),
    );
    const { dictionary, faults } = changeDictionary(given, edits);
    expect(faults).toEqual([]);
    expect(dictionary.concepts.find(({ id }) => id === 'kind')).toBeUndefined();
    expect(dictionary.concepts.find(({ id }) => id === 'day')?.hasPhi).toBe(true);
    expect(dictionary.concepts.find(({ id }) => id === 'sex')?.isAggregatable).toBe(false);
  });
});

describe('what a dictionary opens (rule 15.42)', () => {
  const group = {
    allSubjects: true,
    subjectConcepts: [],
    categories: ['about'],
    concepts: null,
    collections: null,
  };
  const widens = (edits: Partial<DictionaryEdits>, from: Partial<DictionaryEdits> = {}) =>
    dictionaryWidening(change(from).dictionary, change(edits).dictionary, [group]);

  it('is empty where an edit only closes, or only changes texts', () => {
    expect(widens({ concepts: { sex: { title: 'S', hasPhi: true }, day: { isPublished: false } } })).toEqual(
      [],
    );
  });

  it('is what it publishes, protects no more, gives to aggregates, or moves to where a group sees it', () => {
    expect(widens({}, { concepts: { code: { isPublished: false } } })).toEqual([
      { conceptId: 'code', kind: 'published' },
    ]);
    expect(widens({ concepts: { born: { hasPhi: false } } })).toEqual([
      { conceptId: 'born', kind: 'not_protected' },
    ]);
    expect(widens({}, { concepts: { sex: { isAggregatable: false } } })).toEqual([
      { conceptId: 'sex', kind: 'aggregatable' },
    ]);
    const moved = { concepts: { kind: { category: 'more' } } };
    expect(widens(moved)).toEqual([{ conceptId: 'kind', kind: 'opened' }]);
    const seen = permit(createLookup(change(moved).dictionary), { level: 'agg', groups: [group] });
    expect(seen.lookup.concept('kind')).toBeDefined();
  });
});
