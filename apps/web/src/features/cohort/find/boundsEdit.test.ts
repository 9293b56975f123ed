import type { FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import { expect, it } from 'vitest';
import { aCohort, aCohortOf } from '../../../testing/cohorts.ts';
import { aConceptDetail } from '../../../testing/concepts.ts';
import { boundsEdit } from './valueEdit.ts';

const weight = aConceptDetail({ conceptId: 'weight', conceptType: 'number' });
const range = (min: number, max: number): FilterEntry => ({
  kind: 'range',
  entryId: 'e1',
  conceptId: 'weight',
  prefilterValue: null,
  excludeSelected: false,
  includeNullAndMissing: true,
  min,
  max,
});

it.each([
  ['number', [800, 999], { min: '800', max: '999' }],
  ['age', [0, 730], { ageMinYear: '0', ageMinDay: '0', ageMaxYear: '2', ageMaxDay: '0' }],
  ['age', [28, 90], { ageMinYear: '0', ageMinDay: '28', ageMaxYear: '0', ageMaxDay: '90' }],
  ['date', ['2020-01-01', '2020-12-31'], { queryType: 'date_range', min: '2020-01-01', max: '2020-12-31' }],
] as const)('a bin of a %s becomes a filter with its bounds (rule 11.33)', (conceptType, bounds, asks) => {
  const made = boundsEdit(aConceptDetail({ conceptType }), bounds, aCohort());
  expect(made).toMatchObject({ kind: 'new', edit: { conceptId: 'sex', ...asks } });
});

it('the filter on bounds that is there moves to the bin, and keeps whether it includes missing values', () => {
  const made = boundsEdit(weight, [800, 999], aCohortOf([range(0, 500)]));
  expect(made).toMatchObject({
    kind: 'joins',
    edit: { entryId: 'e1', min: '800', max: '999', includeNullAndMissing: true },
  });
});

it('a bin that is the filter already is held', () => {
  expect(boundsEdit(weight, [800, 999], aCohortOf([range(800, 999)]))).toEqual({ kind: 'held' });
});

it('a concept that requires a prefilter needs the editor', () => {
  const given = aConceptDetail({
    prefilterConcept: { ...aConceptDetail(), id: 1 },
    prefilterMode: 'required',
  });
  expect(boundsEdit(given, [800, 999], aCohort())).toBeNull();
});
