import { expect, test } from 'vitest';
import { dayChoiceLabel, dayChoicesFor, possibleDays } from './dayChoices.ts';

test('offers the windows of the specification, and one that the filter has already', () => {
  expect(dayChoicesFor(false, 1)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 14, 30, 60, 180, 365, 730, 1095]);
  expect(dayChoicesFor(false, 45)).toContain(45);
});

test('whoever may see years only is offered whole years only', () => {
  expect(dayChoicesFor(true, 1)).toEqual([365, 730, 1095]);
  expect([possibleDays(1, true), possibleDays(730, true), possibleDays(1, false)]).toEqual([365, 730, 1]);
});

test('names the windows', () => {
  expect([1, 14, 365, 1095].map(dayChoiceLabel)).toEqual(['today', '14 days', '1 year', '3 years']);
});
