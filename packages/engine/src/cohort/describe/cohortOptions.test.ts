import type { FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import { expect, it } from 'vitest';
import { createLookup } from '../../dictionary/lookup.ts';
import { choice, dates, daysAgo, exclude, or, range, set, terms, text } from '../../testing/definitions.ts';
import { dictionaryOf, type PlainRelease } from '../../testing/plainRelease.ts';
import { cohortOptions } from './cohortOptions.ts';

const plain: PlainRelease = {
  collections: [
    {
      id: 'subject',
      rows: [],
      concepts: [
        { id: 'sex', type: 'category', declaredValues: ['F', 'M'] },
        { id: 'enrolled', type: 'boolean' },
        { id: 'name', type: 'text' },
        { id: 'code', type: 'ontology', ontologyId: 'x' },
        { id: 'weight', type: 'number' },
        { id: 'age', type: 'age' },
        { id: 'born', type: 'date' },
      ],
    },
  ],
};
const lookup = createLookup(dictionaryOf(plain));
const optionsOf = (conceptId: string, filter?: FilterEntry, entryId?: string) => {
  const concept = lookup.concept(conceptId);
  if (concept === undefined) throw new Error(conceptId);
  const definition = filter === undefined ? [] : [set('subject', [filter])];
  return cohortOptions(concept, { definition, entryId: entryId ?? filter?.entryId });
};

const none = { includeNullAndMissing: false, excludeSelected: false };
it.each([
  ['sex', { allValues: ['F', 'M'], selectedValues: [] }],
  ['enrolled', { allValues: ['True', 'False'], selectedValues: [], isBooleanConcept: true }],
  ['name', {}],
  ['code', { includeOntologyUnknown: false }],
  ['weight', { existingMin: null, existingMax: null }],
  ['age', { existingMinYear: null, existingMinDay: null, existingMaxYear: null, existingMaxDay: null }],
  ['born', { queryType: 'date_range', existingMin: '', existingMax: '', daysAgo: null }],
])('a new filter on %s starts empty', (conceptId, options) => {
  expect(optionsOf(conceptId)).toEqual({ ...none, ...options });
});

it.each<[FilterEntry, object]>([
  [
    exclude(choice('sex', 'F', null)),
    { selectedValues: ['F', null], excludeSelected: true, includeNullAndMissing: true },
  ],
  [choice('enrolled', true, null), { selectedValues: ['True', null] }],
  [text('name', ['a', 'b']), { terms: 'a\nb' }],
  [
    terms('code', ['x'], { orUnknown: true }),
    { terms: [{ code: 'x', label: 'x' }], includeOntologyUnknown: true },
  ],
  [range('weight', 0, null), { existingMin: 0, existingMax: null }],
  [
    range('age', -400, 1460),
    { existingMinYear: -1, existingMinDay: -35, existingMaxYear: 3, existingMaxDay: 365 },
  ],
  [range('age', 0, 6574), { existingMinYear: 0, existingMinDay: 0, existingMaxYear: 18, existingMaxDay: 0 }],
  [dates('born', '2020-01-02', null), { existingMin: '01/02/2020', existingMax: '' }],
  [daysAgo('born', 30), { queryType: 'relative_to_today', existingMin: null, daysAgo: 30 }],
])('an existing filter fills its editor: %j', (filter, options) => {
  expect(optionsOf(filter.conceptId, filter)).toMatchObject({ entryId: filter.conceptId, ...options });
});

it('a filter inside an or-group is found', () => {
  const concept = lookup.concept('weight');
  const definition = [set('subject', [or(choice('sex', 'F'), range('weight', 1, 2))])];
  expect(concept && cohortOptions(concept, { definition, entryId: 'weight' })).toMatchObject({
    existingMin: 1,
  });
});

it('an unknown id, or one of another concept, behaves as new', () => {
  expect(optionsOf('weight', range('weight', 1, 2), 'gone')).toEqual({
    ...none,
    entryId: 'gone',
    existingMin: null,
    existingMax: null,
  });
  expect(optionsOf('sex', range('weight', 1, 2), 'weight')).toMatchObject({ selectedValues: [] });
});
