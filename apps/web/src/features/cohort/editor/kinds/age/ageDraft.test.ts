import { expect, it } from 'vitest';
import { fieldErrors } from '../../../../../api/definition/fieldErrors.ts';
import { ageMeasure, agesToFilter, typedAges, yearsAndDays } from './ageDraft.ts';

const age = { kind: 'age', minYear: '', minDay: '', maxYear: '', maxDay: '' } as const;

it('posts age bounds, empty as empty text', () => {
  expect(agesToFilter({ ...age, minYear: '2', maxDay: '30' }, false)).toEqual({
    includeNullAndMissing: false,
    ageMinYear: '2',
    ageMinDay: '',
    ageMaxYear: '',
    ageMaxDay: '30',
  });
});

it.each([0, 364, 365, 1460, 1461, 36_525, -1, -365, -400, -1460])(
  '%s days are years and days that make as many again',
  (days) => {
    const [minYear, minDay] = yearsAndDays(days);
    expect(ageMeasure.toRange({ ...age, minYear, minDay })).toEqual({ min: days, max: null });
  },
);

it('an age below zero carries its sign on years and days', () => {
  expect([-365, -400, -1].map(yearsAndDays)).toEqual([
    ['-1', '0'],
    ['-1', '-35'],
    ['0', '-1'],
  ]);
});

it('the day on which a year begins has no days left over', () => {
  expect([365, 730, 1460, 1461].map(yearsAndDays)).toEqual([
    ['1', '0'],
    ['2', '0'],
    ['3', '365'],
    ['4', '0'],
  ]);
});

it('a missing part of an age counts as none', () => {
  expect(ageMeasure.toRange({ ...age, minYear: '2', maxDay: '10' })).toEqual({ min: 730, max: 10 });
});

it.each([
  [{ minYear: '2', maxDay: '729' }, { maxYear: 'The maximum is below the minimum.' }],
  [{ minYear: '2', maxYear: '2' }, {}],
])('%o is wrong before the server is asked: %o', (given, fields) => {
  expect(typedAges.errorsOf({ ...age, ...given })).toEqual({ fields, rest: [] });
});

it("the server's errors stand at the parts of an age", () => {
  const refusals = [
    { fields: ['Maximum days'], message: '“1.5” is not a whole number.' },
    { fields: [], message: '' },
  ];
  expect(fieldErrors(refusals, typedAges.fieldNames)).toEqual({
    fields: { maxDay: '“1.5” is not a whole number.' },
    rest: [],
  });
});
