import { expect, it } from 'vitest';
import { choiceToFilter, initialChoice } from './choiceDraft.ts';

it('a null among the selected values is no value', () => {
  expect(initialChoice({ selectedValues: ['Female', null] }).values).toEqual(['Female']);
});

it('posts the chosen values', () => {
  expect(choiceToFilter({ kind: 'choice', values: ['Female'] }, false)).toEqual({
    selectedCategories: ['Female'],
  });
});

it('posts null or missing as an empty value at the end of the chosen values', () => {
  expect(choiceToFilter({ kind: 'choice', values: ['Female'] }, true)).toEqual({
    selectedCategories: ['Female', ''],
  });
});
