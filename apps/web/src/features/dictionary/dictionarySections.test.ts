import { expect, it } from 'vitest';
import { aCategory, aConcept } from '../../testing/concepts.ts';
import { isCounted, listValues, sectionsOf } from './dictionarySections.ts';

const heart = aCategory({ id: 1, name: 'Heart' });
const weight = aConcept({
  conceptId: 'birth_weight',
  name: 'Weight at birth',
  description: 'As the record of the birth says.',
  additionalMetadata: ['Unit: g'],
});
const lesion = aConcept({
  conceptId: 'lesion',
  name: 'Lesion',
  categoryHierarchy: [heart, aCategory({ id: 2, name: 'Diagnosis', parentId: 1, level: 1 })],
});
const namesIn = (search: string) =>
  sectionsOf([weight, lesion], search).map(({ path, concepts }) => [path, concepts.map(({ name }) => name)]);

it('concepts stand by category, and all words of a search must be in the texts of one (rule 11.42)', () => {
  expect(namesIn('')).toEqual([
    ['', ['Weight at birth']],
    ['Heart › Diagnosis', ['Lesion']],
  ]);
  expect(namesIn('weight g')).toEqual([['', ['Weight at birth']]]);
  expect(namesIn('diagnosis')).toEqual([['Heart › Diagnosis', ['Lesion']]]);
  expect(namesIn('weight diagnosis')).toEqual([]);
});

it('values behind a required prefilter are not counted', () => {
  expect(isCounted(weight)).toBe(true);
  const behind = { ...weight, prefilterConcept: { ...weight, id: 7 } };
  expect(isCounted({ ...behind, prefilterMode: 'required' })).toBe(false);
  expect(isCounted({ ...behind, prefilterMode: 'optional' })).toBe(true);
});

it('values stand with most subjects first, classes in their order, and the missing apart', () => {
  const crossTab = {
    index: ['a', '\\[not set]', 'c', '[not set]'],
    columns: ['subject count'],
    data: [[3], ['<11'], [20], [7]],
  };
  const values = [
    { label: 'a', count: 3 },
    { label: '“[not set]”', count: '<11' },
    { label: 'c', count: 20 },
  ];
  expect(listValues(crossTab, { conceptType: 'number' })).toEqual({ values, more: 0, missing: 7 });
  expect(listValues(crossTab, { conceptType: 'category' }).values.map(({ label }) => label)).toEqual([
    'c',
    'a',
    '“[not set]”',
  ]);
});

it('of many values those with most subjects are listed, and the others are counted', () => {
  const index = Array.from({ length: 60 }, (_, value) => String(value));
  const { values, more } = listValues(
    { index, columns: ['subject count'], data: index.map((value) => [Number(value)]) },
    { conceptType: 'text' },
  );
  expect([values[0], values.length, more]).toEqual([{ label: '59', count: 59 }, 40, 20]);
});
