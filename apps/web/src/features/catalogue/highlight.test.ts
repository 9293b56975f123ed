import { expect, it } from 'vitest';
import { highlight } from './highlight.tsx';

it('marks every searched word, ignoring case and special characters', () => {
  expect(highlight('Age at first repair (days)', 'AGE (days')).toEqual([
    { text: 'Age', isMatch: true },
    { text: ' at first repair ', isMatch: false },
    { text: '(days', isMatch: true },
    { text: ')', isMatch: false },
  ]);
});

it('an empty search marks nothing', () => {
  expect(highlight('Sex', '  ')).toEqual([{ text: 'Sex', isMatch: false }]);
});
