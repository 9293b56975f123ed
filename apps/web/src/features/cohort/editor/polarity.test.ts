import { expect, it } from 'vitest';
import { aFilter, aSubSet } from '../../../testing/cohorts.ts';
import { usualPolarity } from './polarity.ts';

const concept = { polarityConcept: { conceptId: 'excluded', name: 'Excluded' } };
const sets = [
  aSubSet({ entryId: 'empty' }),
  aSubSet({ entryId: 'filled', entries: [aFilter({ conceptId: 'name' })] }),
  aSubSet({
    entryId: 'said',
    entries: [
      {
        kind: 'or_group',
        entryId: 'g',
        entries: [aFilter({ conceptId: 'name' }), aFilter({ conceptId: 'excluded' })],
      },
    ],
  }),
];

it.each([
  ['a set that it begins', undefined, 'present'],
  ['another set', 'new', 'present'],
  ['a set without filters', 'empty', 'present'],
  ['a set that has filters', 'filled', 'either'],
  ['a set that has said it', 'said', undefined],
])('in %s a new filter says by itself: %s, %s', (_, criteriaSet, says) => {
  expect(usualPolarity(sets, concept, criteriaSet)).toBe(says);
});

it('without a polarity of the collection there is nothing to say', () => {
  expect(usualPolarity(sets, {}, 'empty')).toBeUndefined();
});
