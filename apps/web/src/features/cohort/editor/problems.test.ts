import { expect, test } from 'vitest';
import { problemsFrom, problemsOf } from './problems.ts';

test.each([
  ['range', 'Minimum: “x” is not a number.', { min: '“x” is not a number.' }],
  [
    'range',
    'Minimum, Maximum: the minimum is above the maximum.',
    { min: 'The minimum is above the maximum.' },
  ],
  ['age', 'Maximum days: “1.5” is not a whole number.', { maxDay: '“1.5” is not a whole number.' }],
  ['date', 'Days ago: give a number of days.', { daysAgo: 'Give a number of days.' }],
] as const)('an error of a %s stands at its field: %s', (kind, error, fields) => {
  expect(problemsFrom([error, ''], kind)).toEqual({ fields, rest: [] });
});

test('an error that names no field of the editor concerns the filter', () => {
  const error = 'Terms: choose at least one term of Lesion.';
  expect(problemsFrom([error], 'ontology')).toEqual({ fields: {}, rest: [error] });
});

const age = { kind: 'age', minYear: '', minDay: '', maxYear: '', maxDay: '' } as const;

test.each([
  [{ kind: 'range', min: '4', max: '' } as const, {}],
  [{ kind: 'range', min: '4', max: '3' } as const, { max: 'The maximum is below the minimum.' }],
  [{ kind: 'range', min: 'four', max: '3' } as const, { min: '“four” is not a number.' }],
  [{ ...age, minYear: '2', maxDay: '729' }, { maxYear: 'The maximum is below the minimum.' }],
  [{ ...age, minYear: '2', maxYear: '2' }, {}],
  [
    { kind: 'date', mode: 'date_range', min: '2021-01-02', max: '2021-01-01', daysAgo: 1 } as const,
    { max: 'The maximum is below the minimum.' },
  ],
  [{ kind: 'date', mode: 'relative_to_today', min: '2021', max: '2020', daysAgo: 1 } as const, {}],
])('of %o is wrong before anybody is asked: %o', (draft, fields) => {
  expect(problemsOf(draft)).toEqual({ fields, rest: [] });
});
