import { expect, it } from 'vitest';
import { aConcept } from '../../../testing/concepts.ts';
import { isFavourite, noMarks, toggleFavourite, withRecent } from './marks.ts';

const [sex, race, age] = ['sex', 'race', 'age'].map((conceptId) => aConcept({ conceptId, name: conceptId }));
const concepts = [sex, race, age].flatMap((concept) => concept ?? []);
const ids = (given: readonly { conceptId: string }[]) => given.map(({ conceptId }) => conceptId);

it('the concept opened last is the first, and one that is already listed keeps its position', () => {
  const marks = concepts.reduce(withRecent, noMarks);
  expect(ids(marks.recent)).toEqual(['age', 'race', 'sex']);
  expect(ids(concepts.reduce(withRecent, marks).recent)).toEqual(['age', 'race', 'sex']);
});

it('only the last eight are kept', () => {
  const many = Array.from({ length: 12 }, (_, index) => aConcept({ conceptId: `c${index}` }));
  expect(ids(many.reduce(withRecent, noMarks).recent)).toHaveLength(8);
});

it('favourites are sorted by name, and marking one again removes the mark', () => {
  const marks = concepts.reduce(toggleFavourite, noMarks);
  expect(ids(marks.favourites)).toEqual(['age', 'race', 'sex']);
  const [first] = concepts;
  if (first === undefined) throw new Error('no concept');
  expect(isFavourite(marks, first)).toBe(true);
  expect(isFavourite(toggleFavourite(marks, first), first)).toBe(false);
});

it('marks never contain values', () => {
  const concept = {
    ...aConcept({
      prefilterConcept: {
        id: 1,
        conceptId: 'measure',
        name: 'Measure',
        namePlural: 'Measures',
        description: '',
        additionalMetadata: [],
        order: 1,
        published: true,
        includeInCohort: true,
        includeInTable: true,
        includeInAnalysis: true,
        hasPhi: false,
        cohortOptions: { allValues: ['Lactate'] },
      },
    }),
    cohortOptions: { selectedValues: ['Female'] },
  };
  const kept = JSON.stringify(toggleFavourite(withRecent(noMarks, concept), concept));
  expect(kept).not.toContain('Lactate');
  expect(kept).not.toContain('Female');
});
