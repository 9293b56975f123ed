import { expect, it } from 'vitest';
import { uniqueNames } from './describeTable.ts';

it('names that occur again are numbered, also where only their case differs or the number is taken', () => {
  expect(uniqueNames(['Age', 'Sex', 'age', 'Age (2)', 'Age'])).toEqual([
    'Age',
    'Sex',
    'age (2)',
    'Age (2) (2)',
    'Age (3)',
  ]);
});
