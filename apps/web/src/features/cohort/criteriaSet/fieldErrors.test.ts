import { expect, test } from 'vitest';
import { fieldErrors } from './fieldErrors.ts';

test.each([
  [
    'one field',
    ['date_min: “x” is not a date (YYYY-MM-DD).'],
    { fields: { date_min: '“x” is not a date (YYYY-MM-DD).' }, rest: [] },
  ],
  [
    'several fields at the first of them',
    ['date_min, date_max: give at least one.'],
    { fields: { date_min: 'Give at least one.' }, rest: [] },
  ],
  [
    'two errors of a field one after the other',
    ['date_min: is no date.', 'date_min: the minimum is above the maximum.'],
    { fields: { date_min: 'Is no date. The minimum is above the maximum.' }, rest: [] },
  ],
  [
    'what names no field of the form to the form',
    ['This criteria set no longer exists.', 'other: nothing'],
    { fields: {}, rest: ['This criteria set no longer exists.', 'other: nothing'] },
  ],
])('puts errors of %s', (_, errors, expected) => {
  expect(fieldErrors(errors, ['date_min', 'date_max'])).toEqual(expected);
});
