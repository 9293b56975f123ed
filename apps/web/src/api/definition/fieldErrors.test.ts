import { expect, it } from 'vitest';
import { fieldErrors } from './fieldErrors.ts';

const dates = { date_min: 'date_min', date_max: 'date_max' } as const;

it.each([
  [
    'one field',
    [{ fields: ['date_min'], message: '“x” is not a date (YYYY-MM-DD).' }],
    { fields: { date_min: '“x” is not a date (YYYY-MM-DD).' }, rest: [] },
  ],
  [
    'several fields at the first of them',
    [{ fields: ['date_min', 'date_max'], message: 'give at least one.' }],
    { fields: { date_min: 'Give at least one.' }, rest: [] },
  ],
  [
    'two errors of a field one after the other',
    [
      { fields: ['date_min'], message: 'is no date.' },
      { fields: ['date_min'], message: 'the minimum is above the maximum.' },
    ],
    { fields: { date_min: 'Is no date. The minimum is above the maximum.' }, rest: [] },
  ],
  [
    'what names no field of the form to the form',
    [
      { fields: [], message: 'This criteria set no longer exists.' },
      { fields: ['other'], message: 'nothing' },
      { fields: ['constructor'], message: 'nothing' },
    ],
    { fields: {}, rest: ['This criteria set no longer exists.', 'Other: nothing', 'Constructor: nothing'] },
  ],
])('puts errors of %s', (_, errors, expected) => {
  expect(fieldErrors(errors, dates)).toEqual(expected);
});

const bounds = { Minimum: 'minYear', 'Maximum days': 'maxDay' } as const;

it.each([
  [{ fields: ['Minimum'], message: '“x” is not a number.' }, { minYear: '“x” is not a number.' }],
  [{ fields: ['Maximum days', 'Minimum'], message: 'give one.' }, { maxDay: 'Give one.' }],
])('a name of several words is a field too: %s', (refusal, fields) => {
  expect(fieldErrors([refusal, { fields: [], message: '' }], bounds)).toEqual({ fields, rest: [] });
});
