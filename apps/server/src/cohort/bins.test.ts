import type { Concept } from '@atrium/engine';
import { expect, test } from 'vitest';
import { binBounds, cutBins } from './bins.ts';

const aConcept = (type: Concept['type'], isInteger = false): Concept => ({
  id: 'c',
  number: 1,
  type,
  title: 'C',
  titlePlural: 'Cs',
  description: '',
  collectionId: 'subject',
  categoryNumber: null,
  isMultiple: false,
  uses: ['cohort'],
  hasPhi: false,
  isAggregatable: true,
  isInteger,
  keepsDigits: false,
  unit: null,
  time: null,
  topCodedYear: null,
  ontologyId: null,
  prefilter: null,
  link: null,
  declaredValues: [],
});
const bounds = (concept: Concept, min: unknown, max: unknown, yearsOnly = false) =>
  binBounds(concept, cutBins(concept, { count: 4, min, max }, { yearsOnly, topCodesAges: false }), {
    max,
    yearsOnly,
  });

test('bins of whole numbers end before the next one begins, the last at the greatest value', () => {
  expect(bounds(aConcept('number', true), 0, 19)).toEqual([
    [0, 9],
    [10, 19],
  ]);
});

test('bins of fractions meet in one number', () => {
  expect(bounds(aConcept('number'), 0.5, 1.7)).toEqual([
    [0, 1],
    [1, 1.7],
  ]);
});

test('bins of dates end on the day before the next one begins', () => {
  expect(bounds(aConcept('date'), '2020-01-15', '2020-02-10')).toEqual([
    ['2020-01-01', '2020-01-31'],
    ['2020-02-01', '2020-02-10'],
  ]);
});

test('members who see years only get whole years', () => {
  expect(bounds(aConcept('date'), '2019-05-15', '2020-02-10', true)).toEqual([
    ['2019-01-01', '2019-12-31'],
    ['2020-01-01', '2020-12-31'],
  ]);
});

test('there are no bins without values', () => {
  expect(bounds(aConcept('date'), null, null)).toEqual([]);
  expect(bounds(aConcept('number'), null, null)).toEqual([]);
});
